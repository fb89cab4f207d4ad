package asyfleet.backend.claim;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.backend.serve.TaskServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.redis.backend.BackendStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A member of a fleet without Redis, whose thread the test can step. */
final class MemberFixture implements AutoCloseable {

    /** Nothing happens by the clock, but retries. */
    private static final Patience PATIENCE = new Patience(
            Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));

    final OwnerThread owner = new OwnerThread("test-fleet");
    final FakeRunner runner = new FakeRunner();
    final FleetMember member;
    private final NetThreads threads = NetThreads.create(1);
    private final TaskServer server;

    MemberFixture(BackendStore store, String... backends) {
        Operations operations = Operations.create();
        server = TaskServer.start(
                NetServerSettings.onLoopback(0), TaskServer.Advertised.AS_IT_LISTENS, 1000, operations, threads);
        member = new FleetMember(owner, store, PATIENCE, runner, server, operations);
        own(() -> member.begin(List.of(backends), false));
    }

    void own(Runnable step) {
        CompletableFuture.runAsync(step, owner).join();
    }

    <T> T own(Supplier<T> step) {
        return CompletableFuture.supplyAsync(step, owner).join();
    }

    @Override
    public void close() {
        owner.close();
        server.close();
        threads.close();
    }
}
