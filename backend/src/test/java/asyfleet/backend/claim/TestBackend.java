package asyfleet.backend.claim;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.serve.AdvertisedAddress;
import asyfleet.backend.serve.OutputBudget;
import asyfleet.backend.serve.TaskAddresses;
import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.protocol.task.TaskLimits;
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

    final FleetMember fleet;
    final Operations operations = Operations.create();
    final TaskAddresses addresses;
    private final Redis redis;
    private final NetServer server;

    private TestBackend(String uri, NetThreads threads, int slots, Patience patience, TaskRunner runner) {
        redis = Redis.connect(RedisSettings.of(uri));
        addresses = new TaskAddresses(TaskLimits.DEFAULT, MOST_WAITING_BYTES, new OutputBudget(10_000_000));
        Routes routes = Routes.builder()
                .webSocket(TaskAddresses.PATH, addresses.route())
                .build();
        server = NetServer.start(NetServerSettings.onLoopback(0), routes, operations, threads);
        TaskHosting premises =
                new TaskHosting(runner, addresses, new AdvertisedAddress("ws", "127.0.0.1", server.port()));
        fleet = FleetMember.join(redis, SlotCount.of(slots), patience, premises, operations);
    }

    public static TestBackend start(String uri, NetThreads threads, int slots, TaskRunner runner) {
        return start(uri, threads, slots, PATIENCE, runner);
    }

    public static TestBackend start(String uri, NetThreads threads, int slots, Patience patience, TaskRunner runner) {
        return new TestBackend(uri, threads, slots, patience, runner);
    }

    public URI uri(String path) {
        return URI.create(server.address() + path);
    }

    @Override
    public void close() {
        fleet.close();
        server.close();
        redis.close();
    }
}
