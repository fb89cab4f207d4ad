package asyfleet.queueserver.flow;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.redis.queueserver.QueueServerStore;
import asyfleet.redis.queueserver.Submission;
import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One submission of a task, sent until Redis answers it. It always goes under the same nonce: if a lost reply was an
 * acceptance, the answer is the same task.
 *
 * <pre>
 * SENT  accepted       → ANSWERED (told; given up if nobody waits any more)
 *       refused        → ANSWERED (denied: the queue or the caller's share of it is full)
 *       no answer      → SENT, after a pause; WITHDRAWN if nobody waits any more
 *       patience ends  → SENT (denied: nobody waits any more), unless the fleet accepted the task before, or the API did
 * </pre>
 *
 * <p>Confined to the task's owner.
 */
final class Submitting {

    private static final Logger LOG = LoggerFactory.getLogger(Submitting.class);

    private final FlowContext context;
    private final ClientTask task;
    private final Owner owner;
    private final boolean again;
    private final Set<String> lostOn;
    private final Outcome outcome;
    private final String nonce;
    private final Duration began;
    private boolean impatient;
    private boolean answered;

    /** The one who submits; called on the task's owner. */
    interface Outcome {

        /** Whether anybody still waits for the answer. */
        boolean isAwaited();

        /** Called only while it is awaited. */
        void accepted(String id);

        void denied(ServerMessage denial);
    }

    /**
     * @param again whether the fleet accepted the task before: then it goes ahead of the queue, and waits for ever
     * @param lostOn the backend processes that it was lost on, which leave it to others
     */
    Submitting(FlowContext context, ClientTask task, boolean again, Set<String> lostOn, Outcome outcome) {
        this.context = context;
        this.task = task;
        this.owner = task.owner();
        this.again = again;
        this.lostOn = Set.copyOf(lostOn);
        this.outcome = outcome;
        this.began = owner.now();
        this.nonce = context.store().newNonce();
    }

    void send() {
        QueueServerStore store = context.store();
        TaskRequest request = task.request();
        String caller = task.terms().caller().name();
        TaskRecord record = request.toRecord(store.serverId(), caller, again, lostOn)
                .withTrace(task.terms().trace());
        store.submit(nonce, record, request.files())
                .whenComplete((answer, failure) -> owner.execute(() -> {
                    if (failure == null) {
                        answered(answer);
                    } else if (outcome.isAwaited()) {
                        unanswered(failure);
                    } else {
                        withdraw();
                    }
                }));
    }

    private void answered(Submission answer) {
        answered = true;
        if (answer instanceof Submission.QueueFull full) {
            outcome.denied(FlowEndings.queueFull(full));
        } else if (answer instanceof Submission.CallerFull full) {
            outcome.denied(FlowEndings.callerFull(full));
        } else if (answer instanceof Submission.Accepted accepted) {
            if (outcome.isAwaited()) {
                outcome.accepted(accepted.id());
            } else {
                new TaskAbandonment(context, owner, task.terms().trace()).task(accepted.id());
            }
        }
    }

    private void unanswered(Throwable failure) {
        LOG.warn(
                "submission unanswered again={} reason={} {}",
                again,
                failure.toString(),
                task.terms().trace());
        owner.after(context.retries().pause(), () -> {
            if (outcome.isAwaited()) {
                send();
            } else {
                withdraw();
            }
        });
        if (!again && !task.terms().isStored() && !impatient) {
            impatient = true;
            Duration left = began.plus(context.retries().patience()).minus(owner.now());
            owner.after(left.isNegative() ? Duration.ZERO : left, this::patienceEnds);
        }
    }

    private void patienceEnds() {
        if (!answered) {
            outcome.denied(FlowEndings.noRedis());
        }
    }

    /** Takes the submission back. Redis may still read it when it goes on, and the task would run for nobody. */
    private void withdraw() {
        new TaskAbandonment(context, owner, task.terms().trace()).submission(nonce);
    }
}
