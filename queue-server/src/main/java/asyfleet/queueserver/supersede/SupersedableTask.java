package asyfleet.queueserver.supersede;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.LayeredTask;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskListener;

/** A task that a newer one of its session may replace. Confined to its owner. */
final class SupersedableTask extends LayeredTask {

    private static final String ERROR = "A newer task of the same session took its place";

    private final Runnable whenEnded;
    private boolean passed;

    SupersedableTask(TaskListener client, Owner owner, Runnable whenEnded) {
        super(client, owner);
        this.whenEnded = whenEnded;
    }

    /** Any thread. */
    void supersede() {
        owner.execute(() -> end(
                EndCode.SUPERSEDED,
                passed
                        ? new ServerMessage.Complete(false, ERROR, null, Verdict.of(EndCode.SUPERSEDED, Stage.QUEUE))
                        : new ServerMessage.Denied(ERROR, EndCode.SUPERSEDED)));
    }

    @Override
    public void on(ServerMessage message) {
        passed |= message instanceof ServerMessage.Queue queue && queue.passed();
        super.on(message);
    }

    @Override
    protected void ended(EndCode code) {
        whenEnded.run();
    }
}
