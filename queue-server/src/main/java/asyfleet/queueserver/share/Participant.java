package asyfleet.queueserver.share;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.SeedErrors;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.LayeredTask;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskPlace;

/** One client of a {@link SharedRun}. Confined to its own owner; the run calls it from its thread. */
final class Participant extends LayeredTask {

    Participant(TaskListener client, Owner owner) {
        super(client, owner);
    }

    /** On the thread of the run: from now on it hears what this client wants, and has wanted before. */
    void takesPartIn(SharedRun run) {
        owner.execute(() -> begun(new Share(run)));
    }

    /** On the thread of the run, which is that of most clients: then there is nothing to wait for. */
    void tell(ServerMessage message) {
        onOwner(() -> on(message));
    }

    /** As {@link #tell}, in the same order. */
    void tellAgain(ServerMessage.Queue queue) {
        onOwner(() -> again(queue));
    }

    /** As {@link #tell}, in the same order. */
    void tellShortened(int timeoutMillis) {
        onOwner(() -> shortened(timeoutMillis));
    }

    /** As {@link #tell}, in the same order. */
    void tellPlace(TaskPlace place) {
        onOwner(() -> placed(place));
    }

    private void onOwner(Runnable step) {
        if (owner.isCurrentThread()) {
            step.run();
        } else {
            owner.execute(step);
        }
    }

    /** Its own, shorter time is over; the others go on. On the thread of the run. */
    void outOfTime(int timeoutMillis) {
        Verdict verdict = Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, timeoutMillis, timeoutMillis);
        String error = SeedErrors.timeLimit(timeoutMillis);
        owner.execute(
                () -> end(EndCode.TIME_LIMIT, new ServerMessage.Complete(false, error, (long) timeoutMillis, verdict)));
    }

    /** The run as the task of one of its clients. */
    private final class Share implements TaskHandle {

        private final SharedRun run;

        Share(SharedRun run) {
            this.run = run;
        }

        @Override
        public void input(ClientMessage.Input input) {
            throw new IllegalStateException("a task that takes input is never shared");
        }

        @Override
        public void shorten(int timeoutMillis) {
            run.shorten(Participant.this, timeoutMillis);
        }

        @Override
        public void abort(EndCode why) {
            run.leave(Participant.this, why);
        }
    }
}
