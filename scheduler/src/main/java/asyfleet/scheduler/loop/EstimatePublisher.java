package asyfleet.scheduler.loop;

import asyfleet.redis.scheduler.FencingToken;
import asyfleet.redis.scheduler.PublishEstimates;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.Order;
import asyfleet.scheduler.estimate.Estimate;
import asyfleet.scheduler.estimate.EstimateTracker;
import asyfleet.scheduler.estimate.Estimator;
import asyfleet.scheduler.metrics.SchedulerMetrics;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
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
    private static final int MOST_PER_SCRIPT = 500;
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(20);

    private final PublishEstimates scripts;
    private final Levels levels;
    private final Estimator estimator;
    private final SchedulerMetrics metrics;
    private final Runnable done;
    private final EstimateTracker tracker = new EstimateTracker(EstimateTracker.Thresholds.DEFAULT);
    private final ExecutorService owner =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "scheduler-estimates"));

    /** What was told last, handed from this thread to the loop's. */
    private final AtomicReference<Published> published = new AtomicReference<>();

    /** Volatile: written by both threads, by the loop only when false, by this one only when true. */
    private volatile boolean busy;

    /** @param done called on this thread when it is idle again; must not block */
    EstimatePublisher(PublishEstimates scripts, LoopSettings settings, SchedulerMetrics metrics, Runnable done) {
        this.scripts = scripts;
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

    /** For the loop's thread, when this is not busy. */
    void look(FleetView view, FencingToken token) {
        busy = true;
        owner.execute(() -> {
            try {
                show(view, token);
            } catch (RuntimeException e) {
                // Nobody is worse off than without an estimate, and the next view comes within a second.
                LOG.warn("estimates failed reason={}", e.toString());
            } finally {
                busy = false;
                done.run();
            }
        });
    }

    /** The term is over: what was true in it is no longer shown. For the loop's thread. */
    void forget() {
        owner.execute(metrics.fleet()::clear);
    }

    /** What was told since the last call, null if nothing. For the loop's thread. */
    Published takePublished() {
        return published.getAndSet(null);
    }

    private void show(FleetView view, FencingToken token) {
        metrics.fleet().show(view.state(), levels, view.limits());
        List<Estimate> estimates = estimator.estimate(view.state(), view.forecast(), view.nowMillis());
        List<Estimate> news = tracker.news(estimates, view.nowMillis());
        for (int from = 0; from < news.size(); from += MOST_PER_SCRIPT) {
            if (!publish(token, news.subList(from, Math.min(news.size(), from + MOST_PER_SCRIPT)))) {
                return;
            }
        }
        if (!news.isEmpty()) {
            published.set(new Published(news, view.nowMillis()));
        }
    }

    /** False if another leads. */
    private boolean publish(FencingToken token, List<Estimate> estimates) {
        Map<String, Duration> byId = new LinkedHashMap<>();
        estimates.forEach(estimate -> byId.put(estimate.id(), Duration.ofMillis(estimate.waitMillis())));
        try {
            return scripts.run(token, byId)
                    .toCompletableFuture()
                    .orTimeout(LONGEST_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        } catch (CompletionException e) {
            throw new UnknownOutcomeException("publish estimates", e.getCause());
        }
    }

    @Override
    public void close() {
        owner.shutdownNow();
    }
}
