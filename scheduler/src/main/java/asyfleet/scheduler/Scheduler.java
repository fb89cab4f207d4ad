package asyfleet.scheduler;

import asyfleet.config.OpenParts;
import asyfleet.config.RunningService;
import asyfleet.config.StartFailure;
import asyfleet.net.EventLoopLag;
import asyfleet.net.NetServer;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.operations.Readiness;
import asyfleet.net.route.Routes;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.WriteCheck;
import asyfleet.scheduler.loop.SchedulerEngine;
import java.util.concurrent.CompletableFuture;

/** A scheduler that has started. Several may run: one leads, the others stand by. */
public final class Scheduler implements RunningService {

    private static final int EVENT_LOOPS = 1;

    private final SchedulerEngine engine;
    private final NetServer server;
    private final OpenParts parts;

    private Scheduler(SchedulerEngine engine, NetServer server, OpenParts parts) {
        this.engine = engine;
        this.server = server;
        this.parts = parts;
    }

    /**
     * Connects, listens and begins to lead or to stand by; blocks until it does.
     *
     * @throws StartFailure if Redis is not there or the port is taken
     */
    public static Scheduler start(SchedulerSettings settings) {
        return OpenParts.start(parts -> {
            Operations operations = Operations.create();
            Redis redis = parts.opened(FleetRedis.connect(settings.redis(), operations.registry()));
            NetThreads threads = parts.opened(NetThreads.create(EVENT_LOOPS));
            EventLoopLag.watch(threads, operations.registry());
            NetServer server = parts.opened(
                    NetServer.start(settings.server(), Routes.builder().build(), operations, threads));
            operations.readiness().add("redis", () -> WriteCheck.ask(redis));
            SchedulerEngine engine = parts.opened(SchedulerEngine.start(
                    redis, settings.loop(), operations.registry(), leads -> showRole(operations.readiness(), leads)));
            return new Scheduler(engine, server, parts);
        });
    }

    /** Both are ready; {@code /readyz} names which one this is. */
    private static void showRole(Readiness readiness, boolean leads) {
        readiness.remove(leads ? "standby" : "leader");
        readiness.add(leads ? "leader" : "standby", () -> CompletableFuture.completedFuture(leads));
    }

    /** Whether this one leads, as far as it knows. */
    public boolean leads() {
        return engine.leads();
    }

    @Override
    public String address() {
        return server.address();
    }

    /** Finishes the decision under way and lets a standby take over at once. */
    @Override
    public void close() {
        parts.close();
    }
}
