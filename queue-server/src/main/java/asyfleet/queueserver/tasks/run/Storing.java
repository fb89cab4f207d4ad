package asyfleet.queueserver.tasks.run;

import asyfleet.failure.StageFailure;
import asyfleet.logging.LogFields;
import asyfleet.queueserver.task.Owner;
import asyfleet.redis.connection.RedisFailure;
import asyfleet.redis.connection.TooFewReplicasException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The storing of one new task, tried again for a while if Redis does not take it: a Redis that is away for a moment costs
 * no door more than that moment. To store a task twice is to store it once.
 *
 * <pre>
 * SENT  stored, or the queue is full  → ANSWERED (if stored too late: removed again)
 *       no answer                     → SENT, after a pause
 *       too few replicas have it      → SENT, after a pause
 *       patience ends                 → ANSWERED (it failed; if it is stored all the same: removed again)
 * </pre>
 *
 * <p>Confined to the task's owner.
 */
final class Storing {

    private static final Logger LOG = LoggerFactory.getLogger(Storing.class);

    /** The same as for tasks whose clients are connected, see {@code RetryPolicy}; doors do not know that class. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    static final Duration PAUSE = Duration.ofMillis(500);

    private final LogFields names;
    private final Owner owner;
    private final Supplier<CompletionStage<Optional<Long>>> store;
    private final Runnable remove;
    private final CompletableFuture<Optional<Long>> answer = new CompletableFuture<>();
    private Throwable reason = new IllegalStateException("no answer within " + PATIENCE);

    /**
     * @param names of the task, for the log
     * @param store yields nothing when stored; else how many tasks wait already
     * @param remove takes back what was stored when its client had been refused already
     */
    Storing(LogFields names, Owner owner, Supplier<CompletionStage<Optional<Long>>> store, Runnable remove) {
        this.names = names;
        this.owner = owner;
        this.store = store;
        this.remove = remove;
    }

    CompletionStage<Optional<Long>> begin() {
        owner.execute(() -> {
            send();
            owner.after(PATIENCE, this::patienceEnds);
        });
        return answer;
    }

    private void send() {
        store.get()
                .whenComplete((full, failure) -> owner.execute(() -> {
                    if (failure != null) {
                        unanswered(failure);
                    } else if (!answer.complete(full) && full.isEmpty()) {
                        remove.run();
                    }
                }));
    }

    private void patienceEnds() {
        if (answer.completeExceptionally(reason) && reason instanceof TooFewReplicasException) {
            remove.run();
        }
    }

    private void unanswered(Throwable failure) {
        LOG.warn("task not stored reason={} {}", RedisFailure.inWords(failure), names);
        reason = StageFailure.causeOf(failure);
        owner.after(PAUSE, () -> {
            if (!answer.isDone()) {
                send();
            }
        });
    }
}
