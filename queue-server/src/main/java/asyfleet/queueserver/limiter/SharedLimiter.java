package asyfleet.queueserver.limiter;

import asyfleet.redis.LimitRequests;
import asyfleet.redis.LimitRequests.Step;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The counts of all queue servers, as one of them uses them: one call to Redis is under way at a time, and what comes
 * meanwhile goes together into the next. Idle, a step costs one round trip; under load, a small part of one. Steps are
 * carried out in the order they came.
 *
 * <p>A call without an answer is made again: its steps may run twice. When Redis stays away the steps fail, and a start
 * whose outcome is unknown is ended as soon as Redis is back, so that it holds nothing for ever.
 *
 * <p>Its queue belongs to the {@code desk} thread and is bounded; ends are always taken, because refusing one would leak.
 */
public final class SharedLimiter {

    private static final Logger LOG = LoggerFactory.getLogger(SharedLimiter.class);
    private static final int MOST_PER_CALL = 500;
    private static final int MOST_WAITING = 50_000;

    private final ScheduledExecutorService desk;
    private final Function<List<Step>, CompletionStage<List<Long>>> redis;
    private final Patience patience;
    private final Queue<Waiting> waiting = new ArrayDeque<>();
    private boolean calling;

    /**
     * How often a call without an answer is made.
     *
     * @param pause between two tries
     */
    record Patience(int tries, Duration pause) {
        static final Patience DEFAULT = new Patience(3, Duration.ofMillis(300));
    }

    private record Waiting(Step step, CompletableFuture<Long> answer) {}

    public SharedLimiter(ScheduledExecutorService desk, LimitRequests redis) {
        this(desk, redis::run, Patience.DEFAULT);
    }

    SharedLimiter(
            ScheduledExecutorService desk, Function<List<Step>, CompletionStage<List<Long>>> redis, Patience patience) {
        this.desk = desk;
        this.redis = redis;
        this.patience = patience;
    }

    /** Whether the request may run; only then does it have to be ended. Completes on the desk thread. */
    public CompletionStage<Boolean> start(String type, String request, long limit) {
        return add(new Step.Start(type, request, limit)).thenApply(granted -> granted == 1);
    }

    public void end(String type, String request) {
        add(new Step.End(type, request));
    }

    public CompletionStage<Long> count(String type) {
        return add(new Step.Count(type));
    }

    private CompletableFuture<Long> add(Step step) {
        CompletableFuture<Long> answer = new CompletableFuture<>();
        desk.execute(() -> {
            if (waiting.size() >= MOST_WAITING && !(step instanceof Step.End)) {
                answer.completeExceptionally(new LimiterUnavailableException(
                        waiting.size() + " steps wait for the shared counts; expected fewer than " + MOST_WAITING));
            } else {
                waiting.add(new Waiting(step, answer));
                callNext();
            }
        });
        return answer;
    }

    private void callNext() {
        if (calling || waiting.isEmpty()) {
            return;
        }
        calling = true;
        List<Waiting> batch = new ArrayList<>();
        while (!waiting.isEmpty() && batch.size() < MOST_PER_CALL) {
            batch.add(waiting.remove());
        }
        call(batch, 1);
    }

    private void call(List<Waiting> batch, int attempt) {
        redis.apply(batch.stream().map(Waiting::step).toList())
                .whenComplete((answers, failure) -> desk.execute(() -> {
                    if (failure == null) {
                        answer(batch, answers);
                    } else {
                        unanswered(batch, attempt, failure);
                    }
                }));
    }

    private void answer(List<Waiting> batch, List<Long> answers) {
        for (int i = 0; i < batch.size(); i++) {
            batch.get(i).answer().complete(answers.get(i));
        }
        calling = false;
        callNext();
    }

    private void unanswered(List<Waiting> batch, int attempt, Throwable failure) {
        LOG.warn("limiter unanswered steps={} attempt={} reason={}", batch.size(), attempt, failure.toString());
        boolean giveUp = attempt >= patience.tries();
        List<Waiting> again = giveUp ? failAllButEnds(batch) : batch;
        desk.schedule(
                () -> {
                    if (again.isEmpty()) {
                        calling = false;
                        callNext();
                    } else {
                        call(again, giveUp ? 1 : attempt + 1);
                    }
                },
                patience.pause().toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Ends are tried until Redis is back; a start that may have been granted becomes one. */
    private static List<Waiting> failAllButEnds(List<Waiting> batch) {
        List<Waiting> ends = new ArrayList<>();
        for (Waiting step : batch) {
            if (step.step() instanceof Step.End) {
                ends.add(step);
            } else {
                step.answer().completeExceptionally(new LimiterUnavailableException("the shared counts do not answer"));
                if (step.step() instanceof Step.Start start) {
                    ends.add(new Waiting(new Step.End(start.type(), start.request()), new CompletableFuture<>()));
                }
            }
        }
        return ends;
    }
}
