package asyfleet.queueserver.limit;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.LayeredTask;
import asyfleet.queueserver.task.Permit;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskListener;

/**
 * A task that begins once its caller may have one more, and gives the permit back when it ends, however it ends.
 *
 * <pre>
 * ASKING  granted       → BEGUN
 *         no answer     → BEGUN (fairness is worth less than service: the submission itself tells that Redis is away)
 *         refused       → ENDED (denied)
 *         client leaves → ENDED (a permit that is granted later is given back at once)
 * BEGUN   any end       → ENDED (permit given back)
 * </pre>
 *
 * <p>Confined to the task's owner.
 */
final class PermittedTask extends LayeredTask {

    private final ClientTask task;
    private final TaskLauncher next;
    private Permit held = Permit.NONE;

    PermittedTask(ClientTask task, TaskListener client, TaskLauncher next) {
        super(client, task.owner());
        this.task = task;
        this.next = next;
    }

    void ask(CallerLimit.CallerPermit permit) {
        permit.ask()
                .whenComplete((granted, failure) -> owner.execute(() -> {
                    if (failure == null && !granted) {
                        deny(permit);
                    } else if (!hasEnded()) {
                        begin(permit);
                    } else if (failure == null) {
                        permit.giveBack();
                    }
                }));
    }

    private void deny(CallerLimit.CallerPermit permit) {
        if (!hasEnded()) {
            on(permit.denial(task));
        }
    }

    /** With the permit in hand. */
    void begin(Permit permit) {
        held = permit;
        begin(task, next);
    }

    @Override
    protected void ended(EndCode code) {
        held.giveBack();
    }
}
