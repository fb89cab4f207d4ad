package asyfleet.queueserver.share;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.SeedErrors;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.launch.Owner;
import asyfleet.queueserver.launch.PendingCommands;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.queueserver.launch.TaskListener;

/**
 * One client of a {@link SharedRun}. Its fields belong to its own owner, except {@code run}, which is set once by the
 * thread of the run before anything is told.
 */
final class Participant implements TaskHandle {

    private final TaskListener client;
    private final Owner owner;
    private final PendingCommands early = new PendingCommands();
    private SharedRun run;
    private boolean ended;

    /** Why its client is no longer there. */
    private EndCode left = EndCode.ABORTED;

    Participant(TaskListener client, Owner owner) {
        this.client = client;
        this.owner = owner;
    }

    Owner owner() {
        return owner;
    }

    /** On the thread of the run: hands the run over to the owner. */
    void takesPartIn(SharedRun joined) {
        owner.execute(() -> run = joined);
    }

    /** What the client wanted before it took part. */
    void caughtUp() {
        owner.execute(() -> {
            if (ended) {
                run.leave(this, left);
            } else {
                early.tell(this::shorten, this::input);
            }
        });
    }

    /** On the thread of the run, which is that of most clients: then there is nothing to wait for. */
    void tell(ServerMessage message) {
        if (owner.isCurrentThread()) {
            hear(message);
        } else {
            owner.execute(() -> hear(message));
        }
    }

    private void hear(ServerMessage message) {
        if (!ended) {
            ended = message instanceof ServerMessage.Complete || message instanceof ServerMessage.Denied;
            client.on(message);
        }
    }

    /** Its own, shorter time is over; the others go on. On the thread of the run. */
    void outOfTime(int timeoutMillis) {
        owner.execute(() -> {
            if (!ended) {
                ended = true;
                run.leave(this, EndCode.TIME_LIMIT);
                Verdict verdict = Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, timeoutMillis, timeoutMillis);
                client.on(new ServerMessage.Complete(
                        false, SeedErrors.timeLimit(timeoutMillis), (long) timeoutMillis, verdict));
            }
        });
    }

    @Override
    public void input(ClientMessage.Input input) {
        throw new IllegalStateException("a task that takes input is never shared");
    }

    @Override
    public void shorten(int timeoutMillis) {
        if (run == null) {
            early.shorten(timeoutMillis);
        } else {
            run.shorten(this, timeoutMillis);
        }
    }

    @Override
    public void abort(EndCode why) {
        ended = true;
        left = why;
        if (run != null) {
            run.leave(this, why);
        }
    }
}
