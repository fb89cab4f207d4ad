package asyfleet.redis.limiter;

import asyfleet.redis.limiter.LimitRequests.Step;
import asyfleet.redis.limiter.LimitRequests.Type;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The counts of all queue servers, as one of them uses them: one call to Redis is under way at a time, and what comes
 * meanwhile goes together into the next. Idle, a step costs one round trip; under load, a small part of one. Steps are
 * carried out in the order they came.
 *
 * <p>Whoever asks is answered within {@link RedisTimes#answer}, by a failure if need be, whatever Redis does. A call without
 * an answer is made again, because its steps may run twice; a start that was given up meanwhile goes as its end, and one
 * whose grant comes too late is ended, so that neither holds anything. Until that call is answered nothing else is sent:
 * what Redis may or may not have done stays as little as one call holds, however long it is away.
 *
 * <p>All state belongs to the {@code thread}.
 */
public final class SharedLimiter {

    private static final Logger LOG = LoggerFactory.getLogger(SharedLimiter.class);
    private static final int MOST_PER_CALL = 500;

    private final ScheduledExecutorService thread;
    private final Function<List<Step>, CompletionStage<List<Long>>> redis;
    private final RedisTimes patience;
    private final LongSupplier nanoClock;
    private final WaitingSteps waiting = new WaitingSteps();
    private final RecentSteps recent = new RecentSteps();

    /** Steps that Redis carried out and may have forgotten; they go before all that waits. */
    private final Queue<PendingStep> repeats = new ArrayDeque<>();

    private boolean reconnected;

    /** The steps of the call that is under way, or is to be made again after a pause. */
    private List<PendingStep> sent = List.of();

    /** Whether a call is under way, or its pause is. */
    private boolean calling;

    /** Types of the requests that run, by request: what has to be renewed. */
    private final Map<String, Type> running = new HashMap<>();

    /** Types to be renewed as soon as a call has room; each stands here once. */
    private final Queue<Type> renewals = new ArrayDeque<>();

    private boolean watching;

    /**
     * The times for which Redis is waited for.
     *
     * @param answer until whoever asked is told that there is no answer
     * @param look between two looks for those who waited that long
     * @param pause before a call is made again
     */
    public record RedisTimes(Duration answer, Duration look, Duration pause) {
        public static final RedisTimes DEFAULT =
                new RedisTimes(Duration.ofSeconds(2), Duration.ofMillis(250), Duration.ofMillis(300));
    }

    public SharedLimiter(ScheduledExecutorService thread, LimitRequests redis) {
        this(thread, redis::run, RedisTimes.DEFAULT, System::nanoTime);
    }

    public SharedLimiter(
            ScheduledExecutorService thread,
            Function<List<Step>, CompletionStage<List<Long>>> redis,
            RedisTimes patience,
            LongSupplier nanoClock) {
        this.thread = thread;
        this.redis = redis;
        this.patience = patience;
        this.nanoClock = nanoClock;
    }

    /** From now on requests that run are counted for as long as they do. */
    public void begin() {
        long period = LimitRequests.LIFE.dividedBy(24).toMillis(); // so that many may fail
        thread.scheduleAtFixedRate(this::renew, period, period, TimeUnit.MILLISECONDS);
    }

    /** Whether the request may run; only then does it have to be ended. Completes on that thread. */
    public CompletionStage<Boolean> start(Type type, String request, long limit) {
        return add(new Step.Start(type, request, limit)).thenApply(granted -> granted == 1);
    }

    /**
     * The same for a request that its client may have started at another server before it connected to this one. If that
     * server holds it, and has not renewed its lease since, the answer waits until it has, or until the lease ends.
     */
    public CompletionStage<Boolean> restart(Type type, String request, long limit, Duration connected) {
        return add(new Step.Start(type, request, limit, Optional.of(connected))).thenApply(granted -> granted == 1);
    }

    /** May be called before the start is answered: it is carried out after it, and ends nothing if that was refused. */
    public void end(Type type, String request) {
        add(new Step.End(type, request));
    }

    public CompletionStage<Long> count(Type type) {
        return add(new Step.Count(type));
    }

    private CompletableFuture<Long> add(Step step) {
        PendingStep pending = pending(step);
        thread.execute(() -> {
            if (waiting.add(pending)) {
                callNext();
            } else {
                pending.giveUp();
            }
        });
        return pending.answer();
    }

    private PendingStep pending(Step step) {
        return new PendingStep(
                step,
                new CompletableFuture<>(),
                nanoClock.getAsLong() + patience.answer().toNanos());
    }

    /** Redis is there again, and may be another one that has not heard of the last steps. May be called by any thread. */
    public void reconnected() {
        thread.execute(() -> {
            reconnected = true;
            callNext();
        });
    }

    /** Run by the thread. */
    void renew() {
        renewals.clear();
        renewals.addAll(new HashSet<>(running.values()));
        callNext();
    }

    private void callNext() {
        if (!calling) {
            if (sent.isEmpty()) {
                sent = nextSteps();
            }
            calling = !sent.isEmpty();
            if (calling) {
                call();
            }
        }
        watch();
    }

    private List<PendingStep> nextSteps() {
        if (reconnected) {
            reconnected = false;
            recent.takeAll().forEach(step -> repeats.add(repeated(step)));
        }
        List<PendingStep> next = new ArrayList<>();
        while (next.size() < MOST_PER_CALL && !repeats.isEmpty()) {
            next.add(repeats.remove());
        }
        next.addAll(waiting.take(MOST_PER_CALL - next.size()));
        while (next.size() < MOST_PER_CALL && !renewals.isEmpty()) {
            next.add(pending(new Step.Renew(renewals.remove())));
        }
        return next;
    }

    /** A request that runs goes on, whatever the limit is; and nobody waits for the answer, so it never comes too late. */
    private PendingStep repeated(Step step) {
        Step again = step instanceof Step.Start start ? start.whateverTheLimit() : step;
        return new PendingStep(again, new CompletableFuture<>(), nanoClock.getAsLong() + Long.MAX_VALUE / 2);
    }

    private void call() {
        redis.apply(sent.stream().map(PendingStep::step).toList())
                .whenComplete((answers, failure) -> thread.execute(() -> {
                    if (failure == null) {
                        answered(answers);
                    } else {
                        unanswered(failure);
                    }
                }));
    }

    private void answered(List<Long> answers) {
        for (int i = 0; i < sent.size(); i++) {
            answered(sent.get(i), answers.get(i));
        }
        sent = List.of();
        calling = false;
        callNext();
    }

    private void answered(PendingStep pending, long answer) {
        if (pending.step() instanceof Step.Start start) {
            started(start, pending.answer(), answer);
        } else if (pending.step() instanceof Step.Settle settle) {
            started(settle.start(), pending.answer(), answer);
        } else {
            pending.answer().complete(answer);
        }
        if (pending.step() instanceof Step.End end) {
            running.remove(end.request());
            recent.add(end, nanoClock.getAsLong());
        }
    }

    private void started(Step.Start start, CompletableFuture<Long> asked, long answer) {
        if (answer == Step.UNDECIDED) {
            thread.schedule(() -> settle(start, asked), patience.pause().toMillis(), TimeUnit.MILLISECONDS);
            return;
        }
        boolean inTime = asked.complete(answer);
        if (answer == 1) {
            running.put(start.request(), start.type());
            recent.add(start, nanoClock.getAsLong());
            if (!inTime) {
                waiting.add(endOf(start));
            }
        }
    }

    private void settle(Step.Start start, CompletableFuture<Long> asked) {
        long deadline = nanoClock.getAsLong() + patience.answer().toNanos();
        waiting.add(new PendingStep(new Step.Settle(start.type(), start.request()), asked, deadline));
        callNext();
    }

    private PendingStep endOf(Step.Start start) {
        return pending(new Step.End(start.type(), start.request()));
    }

    private void unanswered(Throwable failure) {
        LOG.warn("limiter unanswered steps={} reason={}", sent.size(), failure.toString());
        long now = nanoClock.getAsLong();
        List<PendingStep> again = new ArrayList<>();
        for (PendingStep pending : sent) {
            if (pending.mustArrive() || !pending.isOverdue(now)) {
                again.add(pending);
            } else {
                pending.giveUp();
                if (pending.step() instanceof Step.Start start) {
                    again.add(endOf(start));
                }
            }
        }
        sent = again;
        thread.schedule(this::callAgain, patience.pause().toMillis(), TimeUnit.MILLISECONDS);
    }

    private void callAgain() {
        calling = false;
        callNext();
    }

    /** One timer for all: a timer for each step would cost more than the step. */
    private void watch() {
        if (!watching && (calling || !waiting.isEmpty())) {
            watching = true;
            thread.schedule(this::look, patience.look().toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void look() {
        long now = nanoClock.getAsLong();
        waiting.giveUpOverdue(now);
        sent.stream().filter(pending -> pending.isOverdue(now)).forEach(PendingStep::giveUp);
        watching = false;
        watch();
    }
}
