package asyfleet.scheduler.loop;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.scheduler.EventWatch;
import asyfleet.redis.scheduler.FencedException;
import asyfleet.redis.scheduler.FencingToken;
import asyfleet.redis.scheduler.RedisSchedulerStore;
import asyfleet.redis.scheduler.SchedulerStore;
import asyfleet.redis.scheduler.TasksBroughtBackException;
import asyfleet.redis.scheduler.UnknownOutcomeException;
import asyfleet.scheduler.estimate.Experience;
import asyfleet.scheduler.leadership.Lease;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread {@code scheduler-loop}, which owns the core: it waits, takes, decides, writes, and waits again.
 *
 * <p>While nothing happens it sends nothing to Redis but a sweep now and then. While it does not lead it only waits. What
 * ends a term: the lease is lost; an outcome is unknown; a connection was made anew, because Lettuce then sends again
 * what was under way and the answer of the first time is lost; slots brought tasks back that Redis had lost; a bug. The
 * next term rebuilds.
 */
final class SchedulerLoop implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SchedulerLoop.class);
    private static final Duration LONGEST_IDLE = Duration.ofSeconds(10);
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(100);
    private static final Duration LOOK_AFTER_CHANGE = Duration.ofMillis(250);
    private static final Duration LOOK_OTHERWISE = Duration.ofSeconds(1);
    private static final Duration COMPANY = Duration.ofMillis(20);

    /**
     * After a turn in which that many tasks arrived, more come at once. Those that come within this rest are taken
     * together: a turn costs Redis much the same, however many tasks it takes, and a figure takes ten times as long.
     */
    private static final int MANY = 8;

    private static final Duration REST = Duration.ofMillis(5);
    private static final Duration PATIENCE_WHEN_CLOSING = Duration.ofSeconds(10);

    private final Redis redis;
    private final LoopSettings settings;
    private final SchedulerMetrics metrics;
    private final Lease lease;
    private final EstimatePublisher publisher;
    private final Wakeup wakeup;
    private final EventWatch watch;
    private final Experience experience;
    private final Thread thread = new Thread(this::run, "scheduler-loop");
    private CompletableFuture<Void> watchingOthers = CompletableFuture.completedFuture(null);
    private CompletableFuture<Void> watchingEnds = CompletableFuture.completedFuture(null);
    private long viewNanos; // how long it took to make the last view for the estimates

    /** Volatile, like the next two: said by other threads, heard by the loop's after a wake-up. */
    private volatile boolean closing;

    private volatile boolean somethingHappened;
    private volatile boolean reconnected;

    /** Connects; blocks meanwhile. */
    SchedulerLoop(
            Redis redis,
            LoopSettings settings,
            SchedulerMetrics metrics,
            Lease lease,
            EstimatePublisher publisher,
            Wakeup wakeup) {
        this.redis = redis;
        this.settings = settings;
        this.metrics = metrics;
        this.lease = lease;
        this.publisher = publisher;
        this.wakeup = wakeup;
        this.watch = EventWatch.open(redis);
        this.experience = new Experience(settings.rules().levels());
    }

    void start() {
        thread.start();
    }

    /** A connection to Redis is up again. For any thread. */
    void reconnected() {
        reconnected = true;
        wakeup.wake();
    }

    private void run() {
        try {
            while (!closing) {
                Optional<FencingToken> token = lease.token();
                if (token.isPresent()) {
                    lead(token.get());
                } else {
                    wakeup.await(LONGEST_IDLE.toNanos());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void lead(FencingToken token) throws InterruptedException {
        try {
            reconnected = false;
            SchedulerStore store = new RedisSchedulerStore(
                    redis, settings.priorityStep(), settings.sweeping().unclaimed(), token);
            Term term = new Term(store, settings, experience, metrics, SchedulerLoop::random);
            term.rebuild();
            LOG.info("rebuilt token={} waiting={} running={}", token.value(), term.waiting(), term.running());
            work(term, store, token);
            metrics.rebuilt(reconnected ? "reconnected" : "stood by");
        } catch (FencedException e) {
            LOG.warn("term ended token={} reason=\"{}\"", token.value(), e.getMessage());
            lease.lost(token);
            pauseBeforeNextTerm("fenced");
        } catch (TasksBroughtBackException e) {
            LOG.warn("term ended token={} reason=\"{}\"", token.value(), e.getMessage());
            pauseBeforeNextTerm("brought back");
        } catch (UnknownOutcomeException e) {
            LOG.warn("term ended token={} reason=\"{}\"", token.value(), e.getMessage());
            pauseBeforeNextTerm("unknown");
        } catch (RuntimeException e) {
            LOG.error("term ended by a bug token={}", token.value(), e);
            pauseBeforeNextTerm("bug");
        } finally {
            publisher.forget();
        }
    }

    private static int random(int below) {
        return ThreadLocalRandom.current().nextInt(below);
    }

    /** Pauses, because what failed at once is likely to fail at once again. */
    private void pauseBeforeNextTerm(String reason) throws InterruptedException {
        metrics.rebuilt(reason);
        TimeUnit.NANOSECONDS.sleep(PAUSE_AFTER_FAILURE.toNanos());
    }

    private void work(Term term, SchedulerStore store, FencingToken token) throws InterruptedException {
        Pace pace = new Pace(LOOK_AFTER_CHANGE, LOOK_OTHERWISE, System.nanoTime());
        long sweepAt = System.nanoTime();
        somethingHappened = true;
        while (mayGoOn(token)) {
            turn(term);
            if (System.nanoTime() - sweepAt >= 0) {
                term.sweep();
                sweepAt = System.nanoTime() + settings.sweeping().every().toNanos();
            }
            long untilLook = look(term, pace, store);
            if (!somethingHappened) {
                await(term, Math.min(Math.min(sweepAt - System.nanoTime(), untilLook), nanosToTick(term)));
            }
        }
    }

    /** While nobody waits, the end of a task is looked for only if nothing else comes soon. */
    private void await(Term term, long nanos) throws InterruptedException {
        watchingOthers = wakenBy(watchingOthers, watch::otherThanEnds);
        if (endsCanWait(term) && wakeup.await(Math.min(nanos, COMPANY.toNanos()))) {
            return;
        }
        watchingEnds = wakenBy(watchingEnds, watch::ends);
        wakeup.await(nanos);
    }

    /** Begins another wait if the earlier one has ended. */
    private CompletableFuture<Void> wakenBy(CompletableFuture<Void> earlier, Supplier<CompletableFuture<Void>> begin) {
        if (!earlier.isDone()) {
            return earlier;
        }
        CompletableFuture<Void> waiting = begin.get();
        waiting.thenRun(() -> {
            somethingHappened = true;
            wakeup.wake();
        });
        return waiting;
    }

    private boolean mayGoOn(FencingToken token) {
        return !closing && !reconnected && lease.token().filter(token::equals).isPresent();
    }

    private void turn(Term term) throws InterruptedException {
        if (somethingHappened) {
            somethingHappened = false;
            awaitCompany(term);
            long started = System.nanoTime();
            Term.Taken taken = term.turn(watch.backendsMayHaveChanged());
            metrics.cycle(System.nanoTime() - started);
            if (taken.mayBeMore()) {
                somethingHappened = true;
            } else if (taken.arrived() >= MANY) {
                somethingHappened = true;
                TimeUnit.NANOSECONDS.sleep(REST.toNanos());
            }
        } else if (nanosToTick(term) == 0) {
            term.tick();
        }
    }

    /**
     * While nobody waits, a place that is free helps nobody: tasks that ended are taken together with what comes next, if
     * that comes soon. What is learned of run times is wrong by no more than twice this.
     */
    private void awaitCompany(Term term) throws InterruptedException {
        if (endsCanWait(term) && !watchingOthers.isDone()) {
            wakeup.await(COMPANY.toNanos());
        }
    }

    private static boolean endsCanWait(Term term) {
        return term.waiting() == 0 && term.running() > 0;
    }

    /** Gives the estimates something to look at when it is time. Returns the nanos until it is time again. */
    private long look(Term term, Pace pace, SchedulerStore store) {
        EstimatePublisher.Published published = publisher.takePublished();
        if (published != null) {
            term.published(published.estimates(), published.atMillis());
        }
        if (publisher.isBusy()) {
            return Long.MAX_VALUE;
        }
        pace.took(viewNanos + publisher.lookNanos());
        long started = System.nanoTime();
        long untilDue = pace.nanosUntilDue(term.changed(), term.waiting() > 0, started);
        if (untilDue > 0) {
            return untilDue;
        }
        FleetView view = term.view();
        viewNanos = System.nanoTime() - started;
        publisher.look(view, store);
        pace.looked(started);
        return Long.MAX_VALUE;
    }

    private static long nanosToTick(Term term) {
        return TimeUnit.MILLISECONDS.toNanos(term.millisToTick().orElse(LONGEST_IDLE.toMillis()));
    }

    /** Finishes the turn under way. */
    @Override
    public void close() {
        closing = true;
        wakeup.wake();
        try {
            thread.join(PATIENCE_WHEN_CLOSING.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        watch.close();
    }
}
