package asyfleet.scheduler;

import asyfleet.config.RunningService;
import asyfleet.config.StartFailure;
import asyfleet.net.NetServer;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.operations.Readiness;
import asyfleet.net.route.Routes;
import asyfleet.redis.FleetRedis;
import asyfleet.redis.Redis;
import asyfleet.scheduler.loop.Deciding;
import asyfleet.scheduler.metrics.SchedulerMetrics;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;

/** A scheduler that has started. Several may run: one leads, the others stand by. */
public final class Scheduler implements RunningService {

    private static final int EVENT_LOOPS = 1;

    private final Deciding deciding;
    private final NetServer server;

    /** What {@link #close} closes, in this order. */
    private final Deque<AutoCloseable> parts;

    private Scheduler(Deciding deciding, NetServer server, Deque<AutoCloseable> parts) {
        this.deciding = deciding;
        this.server = server;
        this.parts = parts;
    }

    /**
     * Connects, listens and begins to lead or to stand by; blocks until it does.
     *
     * @throws StartFailure if Redis is not there or the port is taken
     */
    public static Scheduler start(SchedulerSettings settings) {
        Deque<AutoCloseable> parts = new ArrayDeque<>();
        try {
            Operations operations = Operations.create();
            Redis redis = opened(parts, FleetRedis.connect(settings.redisUrl()));
            NetThreads threads = opened(parts, NetThreads.create(EVENT_LOOPS));
            NetServer server = opened(
                    parts, NetServer.start(settings.server(), Routes.builder().build(), operations, threads));
            operations.readiness().add("redis", redis::ping);
            SchedulerMetrics metrics = new SchedulerMetrics(operations.registry());
            Deciding deciding = opened(
                    parts,
                    Deciding.start(redis, settings.loop(), metrics, leads -> showRole(operations.readiness(), leads)));
            return new Scheduler(deciding, server, parts);
        } catch (RuntimeException e) {
            close(parts);
            throw e;
        }
    }

    private static <T extends AutoCloseable> T opened(Deque<AutoCloseable> parts, T part) {
        parts.push(part);
        return part;
    }

    /** Both are ready; {@code /readyz} names which one this is. */
    private static void showRole(Readiness readiness, boolean leads) {
        readiness.remove(leads ? "standby" : "leader");
        readiness.add(leads ? "leader" : "standby", () -> CompletableFuture.completedFuture(leads));
    }

    /** Whether this one leads, as far as it knows. */
    public boolean leads() {
        return deciding.leads();
    }

    @Override
    public String address() {
        return server.address();
    }

    /** Finishes the decision under way and lets a standby take over at once. */
    @Override
    public void close() {
        close(parts);
    }

    private static void close(Deque<AutoCloseable> parts) {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("closing failed", e);
            }
        }
    }
}
