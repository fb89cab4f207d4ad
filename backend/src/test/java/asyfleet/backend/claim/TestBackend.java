package asyfleet.backend.claim;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.serve.TaskServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.redis.backend.BackendStore;
import asyfleet.redis.backend.RedisBackendStore;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import java.net.URI;
import java.time.Duration;

/** A backend process with executions that the test chooses: its own Redis connection, server and fleet. */
public final class TestBackend implements AutoCloseable {

    /** Short where a test waits for it to pass, long where it must not interfere. */
    public static final Patience PATIENCE = new Patience(
            Duration.ofSeconds(3),
            Duration.ofSeconds(60),
            Duration.ofMillis(500),
            Duration.ofMillis(200),
            Duration.ofMillis(300));

    public static final int MOST_WAITING_BYTES = 100_000;

    final FleetMember member;
    final Operations operations = Operations.create();
    private final Redis redis;
    private final BackendStore store;
    final TaskServer server;

    private TestBackend(String uri, NetThreads threads, int slots, Patience patience, TaskRunner runner) {
        redis = Redis.connect(RedisSettings.of(uri));
        server = TaskServer.start(
                NetServerSettings.onLoopback(0),
                TaskServer.Advertised.AS_IT_LISTENS,
                MOST_WAITING_BYTES,
                operations,
                threads);
        store = RedisBackendStore.open(redis, patience.lease());
        member = FleetMember.join(store, SlotCount.of(slots), patience, runner, server, operations);
    }

    public static TestBackend start(String uri, NetThreads threads, int slots, TaskRunner runner) {
        return start(uri, threads, slots, PATIENCE, runner);
    }

    public static TestBackend start(String uri, NetThreads threads, int slots, Patience patience, TaskRunner runner) {
        return new TestBackend(uri, threads, slots, patience, runner);
    }

    /** The name by which tasks avoid it. */
    String process() {
        return store.consumer();
    }

    public URI uri(String path) {
        return URI.create(server.address() + path);
    }

    @Override
    public void close() {
        member.close();
        server.close();
        redis.close();
    }
}
