package asyfleet.scheduler.loop;

import asyfleet.redis.scheduler.SchedulerStore;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.Order;
import asyfleet.scheduler.estimate.Estimate;
import asyfleet.scheduler.estimate.EstimateTracker;
import asyfleet.scheduler.estimate.Estimator;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread {@code scheduler-estimates}: looks ahead from a view of the fleet and tells clients what is news to them,
 * so that neither is ever on the path of a dispatch. One view at a time: the loop gives the next only when this is idle,
 * so nothing can pile up here.
 */
final class EstimatePublisher implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EstimatePublisher.class);

    private final Levels levels;
    private final Estimator estimator;
    private final SchedulerMetrics metrics;
    private final Runnable done;
    private final EstimateTracker tracker = new EstimateTracker(EstimateTracker.Thresholds.DEFAULT);
    private final ExecutorService owner =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "scheduler-estimates"));

    /** The estimates that were sent last, handed from this thread to the loop's. */
    private final AtomicReference<Published> published = new AtomicReference<>();

    /** Volatile: written by both threads, by the loop only when false, by this one only when true. */
    private volatile boolean busy;

    /** How long the last look took; written by this thread before it is idle, read by the loop's after. */
    private long lookNanos;

    /** @param done called on this thread when it is idle again; must not block */
    EstimatePublisher(LoopSettings settings, SchedulerMetrics metrics, Runnable done) {
        this.levels = settings.rules().levels();
        this.estimator = new Estimator(settings.rules(), new Order(settings.priorityStep()));
        this.metrics = metrics;
        this.done = done;
    }

    /** Estimates that clients were told, and when they were computed by the clock of the fleet. */
    record Published(List<Estimate> estimates, long atMillis) {}

    boolean isBusy() {
        return busy;
    }

    /** How long the last look took here. For the loop's thread, when this is not busy. */
    long lookNanos() {
        return lookNanos;
    }

    /** For the loop's thread, when this is not busy. */
    void look(FleetView view, SchedulerStore store) {
        busy = true;
        owner.execute(() -> {
            long started = System.nanoTime();
            try {
                estimate(view, store);
            } catch (RuntimeException e) {
                // Nobody is worse off than without an estimate, and the next view comes within a second.
                LOG.warn("estimates failed reason={}", e.toString());
            } finally {
                lookNanos = System.nanoTime() - started;
                busy = false;
                done.run();
            }
        });
    }

    /** The term is over: what was true in it is no longer shown. For the loop's thread. */
    void forget() {
        owner.execute(metrics.fleet()::clear);
    }

    /** The estimates that were told since the last call, null if none. For the loop's thread. */
    Published takePublished() {
        return published.getAndSet(null);
    }

    private void estimate(FleetView view, SchedulerStore store) {
        metrics.fleet().show(view.state(), levels, view.limits());
        if (view.state().waiting().isEmpty()) {
            return; // most of a look would be about the runs that nobody waits for
        }
        List<Estimate> estimates = estimator.estimate(view.state(), view.forecast(), view.nowMillis());
        List<Estimate> news = tracker.news(estimates, view.nowMillis());
        if (!news.isEmpty()) {
            Map<String, Duration> waits = new LinkedHashMap<>();
            news.forEach(estimate -> waits.put(estimate.id(), Duration.ofMillis(estimate.waitMillis())));
            store.publish(waits);
            published.set(new Published(news, view.nowMillis()));
        }
    }

    @Override
    public void close() {
        owner.shutdownNow();
    }
}
