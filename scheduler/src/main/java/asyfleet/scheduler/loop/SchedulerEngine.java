package asyfleet.scheduler.loop;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.scheduler.Leadership;
import asyfleet.scheduler.leadership.Lease;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.Consumer;

/** The loop, the lease and the estimates, wired and started: a scheduler that leads or stands by. */
public final class SchedulerEngine implements AutoCloseable {

    private final EstimatePublisher publisher;
    private final Lease lease;
    private final SchedulerLoop loop;

    private SchedulerEngine(EstimatePublisher publisher, Lease lease, SchedulerLoop loop) {
        this.publisher = publisher;
        this.lease = lease;
        this.loop = loop;
    }

    /**
     * Connects; blocks meanwhile.
     *
     * @param leads told at first and at each change whether this scheduler leads; must not block
     */
    public static SchedulerEngine start(
            Redis redis, LoopSettings settings, PrometheusRegistry registry, Consumer<Boolean> leads) {
        SchedulerMetrics metrics =
                new SchedulerMetrics(registry, settings.rules().levels().count());
        Wakeup wakeup = new Wakeup();
        Lease lease = new Lease(
                new Leadership(redis, settings.lease()),
                Lease.LeaseTimes.of(settings.lease()),
                System::nanoTime,
                token -> {
                    leads.accept(token.isPresent());
                    metrics.leading(token.isPresent());
                    wakeup.wake();
                });
        EstimatePublisher publisher = new EstimatePublisher(settings, metrics, wakeup::wake);
        SchedulerLoop loop = new SchedulerLoop(redis, settings, metrics, lease, publisher, wakeup);
        redis.onReconnect(loop::reconnected);
        leads.accept(false);
        lease.start();
        loop.start();
        return new SchedulerEngine(publisher, lease, loop);
    }

    /** Whether this scheduler leads, as far as it knows. */
    public boolean leads() {
        return lease.token().isPresent();
    }

    /** Finishes the turn under way, then lets a standby take over at once. */
    @Override
    public void close() {
        loop.close();
        lease.close();
        publisher.close();
    }
}
