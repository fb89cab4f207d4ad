package asyfleet.queueserver.task;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;

/**
 * One task in one layer: the handle that the layer above holds, and the listener of the layer below. It forwards
 * commands down and messages up. Commands that come before the task begins below are kept until it does.
 *
 * <pre>
 * NEW    begin, begun       → BEGUN (what was kept is told)
 *        end, abort         → ENDED (it never begins below)
 * BEGUN  the last message   → ENDED (passed on)
 *        end, abort         → ENDED (aborted below)
 * ENDED  begun              → ENDED (aborted below)
 * </pre>
 *
 * <p>An ended task passes nothing on. Confined to the task's owner.
 */
public abstract class LayeredTask implements TaskHandle, TaskListener {

    protected final Owner owner;
    private final TaskListener client;
    private final PendingCommands pending = new PendingCommands();
    private TaskHandle below;

    /** Null until it ends. */
    private EndCode end;

    protected LayeredTask(TaskListener client, Owner owner) {
        this.client = client;
        this.owner = owner;
    }

    /** Told once, when the task ends in whatever way, before anybody else is. */
    protected void ended(EndCode code) {}

    protected final boolean hasBegun() {
        return below != null;
    }

    protected final boolean hasEnded() {
        return end != null;
    }

    /** Begins the task below, unless it has begun or ended. */
    public final void begin(ClientTask task, TaskLauncher next) {
        assert owner.isCurrentThread();
        if (below == null && end == null) {
            begun(next.launch(task, this));
        }
    }

    /** The task has begun below, even if it has ended here in the meantime. */
    protected final void begun(TaskHandle task) {
        below = task;
        if (end == null) {
            pending.tell(below::shorten, below::input);
        } else {
            below.abort(end);
        }
    }

    /** Ends the task by a message of this layer's own, unless it has ended. */
    protected final void end(EndCode code, ServerMessage last) {
        if (end == null) {
            abort(code);
            client.on(last);
        }
    }

    @Override
    public void on(ServerMessage message) {
        if (end == null) {
            message.endCode().ifPresent(this::endedBy);
            client.on(message);
        }
    }

    @Override
    public final void again(ServerMessage.Queue queue) {
        if (end == null) {
            client.again(queue);
        }
    }

    @Override
    public final void shortened(int timeoutMillis) {
        if (end == null) {
            client.shortened(timeoutMillis);
        }
    }

    @Override
    public void placed(TaskPlace place) {
        if (end == null) {
            client.placed(place);
        }
    }

    private void endedBy(EndCode code) {
        end = code;
        ended(code);
    }

    @Override
    public final void input(ClientMessage.Input input) {
        if (below != null) {
            below.input(input);
        } else if (end == null) {
            pending.input(input);
        }
    }

    @Override
    public final void shorten(int timeoutMillis) {
        if (below != null) {
            below.shorten(timeoutMillis);
        } else {
            pending.shorten(timeoutMillis);
        }
    }

    @Override
    public final void abort(EndCode why) {
        if (end == null) {
            endedBy(why);
            if (below != null) {
                below.abort(why);
            }
        }
    }
}
