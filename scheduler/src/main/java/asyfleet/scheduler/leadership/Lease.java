package asyfleet.scheduler.leadership;

import asyfleet.redis.scheduler.FencingToken;
import asyfleet.redis.scheduler.Leadership;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lease of the scheduler that decides, as this scheduler holds it or asks for it.
 *
 * <pre>
 * standby → leader   the lease was free at a beat
 * leader  → standby  a renewal was refused, no renewal succeeded for as long as the lease lives, a script was fenced,
 *                    or this scheduler closes and gives the lease up
 * </pre>
 *
 * <p>Owned by the thread {@code scheduler-lease}, which does nothing else, so that a loop with a long queue in hand
 * cannot let the lease run out. Time is counted from when a renewal was sent: Redis cannot have begun to count earlier.
 * That this scheduler notices its end in time is a courtesy; what makes two leaders impossible is the token, which every
 * deciding script checks.
 */
public final class Lease implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
    private static final long PATIENCE_WHEN_CLOSING_MILLIS = 1000;

    private final Leadership leadership;
    private final LeaseTimes times;
    private final LongSupplier nanoTime;
    private final Consumer<Optional<FencingToken>> changed;
    private final ScheduledExecutorService owner;

    /** Volatile because the loop reads it; only the owner writes it. */
    private volatile Held held;

    /** Done when the last question is answered and the answer acted on. The owner's, like the next. */
    private CompletableFuture<Void> question = CompletableFuture.completedFuture(null);

    private boolean closing;

    private record Held(FencingToken token, long renewedNanos) {}

    /** @param changed told by the owner each time {@link #token} changes; must not block */
    public Lease(
            Leadership leadership, LeaseTimes times, LongSupplier nanoTime, Consumer<Optional<FencingToken>> changed) {
        this.leadership = leadership;
        this.times = times;
        this.nanoTime = nanoTime;
        this.changed = changed;
        ScheduledThreadPoolExecutor thread =
                new ScheduledThreadPoolExecutor(1, task -> new Thread(task, "scheduler-lease"));
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        this.owner = thread;
    }

    public void start() {
        owner.scheduleAtFixedRate(this::beat, 0, times.beat().toNanos(), TimeUnit.NANOSECONDS);
    }

    /** The token if this scheduler leads, as far as it knows. For any thread. */
    public Optional<FencingToken> token() {
        Held now = held;
        return Optional.ofNullable(now).map(Held::token);
    }

    /** A script refused this token. For any thread. */
    public void lost(FencingToken token) {
        owner.execute(() -> {
            stepDown(token, "another token decides");
            beat();
        });
    }

    private void beat() {
        long now = nanoTime.getAsLong();
        if (held != null && now - held.renewedNanos > times.life().toNanos()) {
            stepDown(held.token, "no renewal succeeded in " + times.life());
        }
        if (closing || !question.isDone()) {
            return;
        }
        if (held == null) {
            ask(leadership.acquire(), won -> won.ifPresent(token -> stepUp(token, now)));
        } else {
            FencingToken token = held.token;
            ask(leadership.renew(token), renewed -> renewed(token, renewed, now));
        }
    }

    /** One question at a time: while Redis is away they would pile up. */
    private <T> void ask(CompletionStage<T> answer, Consumer<T> answered) {
        question = answer.<Void>handleAsync(
                        (value, failure) -> {
                            if (failure == null) {
                                answered.accept(value);
                            } else {
                                LOG.debug("lease unknown reason={}", failure.toString());
                            }
                            return null;
                        },
                        owner)
                .toCompletableFuture();
    }

    private void stepUp(FencingToken token, long askedNanos) {
        LOG.info("leading token={}", token.value());
        held = new Held(token, askedNanos);
        changed.accept(token());
    }

    private void renewed(FencingToken token, boolean renewed, long askedNanos) {
        if (held == null || !held.token.equals(token)) {
            return;
        }
        if (renewed) {
            held = new Held(token, askedNanos);
        } else {
            stepDown(token, "the lease ran out or another has it");
        }
    }

    private void stepDown(FencingToken token, String reason) {
        if (held != null && held.token.equals(token)) {
            LOG.warn("standing by token={} reason=\"{}\"", token.value(), reason);
            held = null;
            changed.accept(token());
        }
    }

    /** Gives the lease up, so that a standby takes over at once. The loop must have stopped. */
    @Override
    public void close() {
        if (owner.isShutdown()) {
            return;
        }
        try {
            awaitLastAnswer();
            Held last = held;
            if (last != null) {
                leadership
                        .release(last.token)
                        .toCompletableFuture()
                        .get(PATIENCE_WHEN_CLOSING_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("lease not given up, it runs out by itself in {} reason={}", times.life(), e.toString());
        } finally {
            owner.shutdown();
        }
    }

    /** Until then a lease may be won that would be nobody's for as long as it lives. */
    private void awaitLastAnswer() {
        CompletableFuture.supplyAsync(this::lastQuestion, owner)
                .thenCompose(last -> last)
                .completeOnTimeout(null, PATIENCE_WHEN_CLOSING_MILLIS, TimeUnit.MILLISECONDS)
                .join();
    }

    private CompletableFuture<Void> lastQuestion() {
        closing = true;
        return question;
    }

    /**
     * @param life how long the lease lives unless renewed
     * @param beat how often it is renewed or asked for
     */
    public record LeaseTimes(Duration life, Duration beat) {

        /** Four tries before the lease runs out: one slow answer costs nothing. */
        public static LeaseTimes of(Duration life) {
            return new LeaseTimes(life, life.dividedBy(4));
        }
    }
}
