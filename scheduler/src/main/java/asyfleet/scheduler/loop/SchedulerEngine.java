package asyfleet.scheduler.loop;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.scheduler.EventWatch;
import asyfleet.redis.scheduler.Leadership;
import asyfleet.redis.scheduler.PublishEstimates;
import asyfleet.scheduler.estimate.Experience;
import asyfleet.scheduler.leadership.Lease;
import asyfleet.scheduler.metrics.SchedulerMetrics;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;

/** The loop, the lease and the estimates, wired and started: a scheduler that leads or stands by. */
public final class SchedulerEngine implements AutoCloseable {

    private final EventWatch watch;
    private final EstimatePublisher publisher;
    private final Lease lease;
    private final SchedulerLoop loop;

    private SchedulerEngine(EventWatch watch, EstimatePublisher publisher, Lease lease, SchedulerLoop loop) {
        this.watch = watch;
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
            Redis redis, LoopSettings settings, SchedulerMetrics metrics, Consumer<Boolean> leads) {
        Wakeup wakeup = new Wakeup();
        EventWatch watch = EventWatch.open(redis);
        Lease lease = new Lease(
                new Leadership(redis, settings.lease()),
                Lease.LeaseTimes.of(settings.lease()),
                System::nanoTime,
                token -> {
                    leads.accept(token.isPresent());
                    metrics.leading(token.isPresent());
                    wakeup.wake();
                });
        EstimatePublisher publisher =
                new EstimatePublisher(new PublishEstimates(redis), settings, metrics, wakeup::wake);
        TermContext context = new TermContext(
                settings.rules(),
                settings.mostRunning(),
                size -> ThreadLocalRandom.current().nextInt(size),
                new Experience(settings.rules().levels()),
                metrics);
        FleetScripts scripts = FleetScripts.create(
                redis, settings.priorityStep(), settings.sweeping().unclaimed());
        LoopParts parts = new LoopParts(
                scripts, watch, context, publisher, settings.sweeping().every());
        SchedulerLoop loop = new SchedulerLoop(parts, lease, wakeup);
        redis.onReconnect(loop::reconnected);
        leads.accept(false);
        lease.start();
        loop.start();
        return new SchedulerEngine(watch, publisher, lease, loop);
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
        watch.close();
    }
}
