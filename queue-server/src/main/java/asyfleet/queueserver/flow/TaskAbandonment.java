package asyfleet.queueserver.flow;

import asyfleet.queueserver.task.Owner;
import asyfleet.trace.TaskTrace;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The giving up of a task in Redis and at its slot, when nobody waits for it any more. Holds no task: what it gives up
 * may be large, and Redis away for long. Confined to the owner of the task.
 */
final class TaskAbandonment {

    private static final Logger LOG = LoggerFactory.getLogger(TaskAbandonment.class);

    /** With the time that each may take: for some minutes. A Redis that is away longer has most likely restarted. */
    static final int MOST_TRIES = 60;

    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final FlowContext context;
    private final Owner owner;
    private final TaskTrace trace;

    TaskAbandonment(FlowContext context, Owner owner, TaskTrace trace) {
        this.context = context;
        this.owner = owner;
        this.trace = trace;
    }

    /** Also frees a slot that runs the task already. */
    void task(String id) {
        context.store().abandon(id).whenComplete((addresses, failure) -> {
            if (failure != null) {
                LOG.warn("could not abandon task={} reason={} {}", id, failure.toString(), trace);
            } else {
                addresses.forEach(address -> context.links().hangUp(address, owner));
            }
        });
    }

    /** One that Redis has not answered, and may still carry out. */
    void submission(String nonce) {
        withdraw(nonce, 1);
    }

    private void withdraw(String nonce, int tries) {
        context.store()
                .withdraw(nonce)
                .whenComplete((id, failure) -> owner.execute(() -> {
                    if (failure == null) {
                        id.ifPresent(this::task);
                    } else if (tries < MOST_TRIES) {
                        owner.after(PAUSE, () -> withdraw(nonce, tries + 1));
                    } else {
                        LOG.warn(
                                "could not withdraw a submission tries={} reason={} {}",
                                tries,
                                failure.toString(),
                                trace);
                    }
                }));
    }
}
