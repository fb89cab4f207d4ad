package asyfleet.queueserver.access;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.launch.Owner;
import asyfleet.queueserver.launch.PendingCommands;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.queueserver.launch.TaskListener;
import java.util.function.Supplier;

/**
 * A task that begins once its caller may have one more, and gives the permit back when it ends, however it ends.
 *
 * <pre>
 * ASKING  granted       → BEGUN
 *         no answer     → BEGUN (without a permit)
 *         refused       → ENDED (denied)
 *         client leaves → ENDED (a permit that is granted later is given back at once)
 * BEGUN   task ends     → ENDED (permit given back)
 *         client leaves → ENDED (permit given back)
 * </pre>
 *
 * <p>Confined to the task's owner.
 */
final class PermittedTask implements TaskHandle, TaskListener {

    private enum State {
        ASKING,
        BEGUN,
        ENDED
    }

    private final CallerLimit.Permit permit;
    private final TaskListener client;
    private final Owner owner;
    private final PendingCommands early = new PendingCommands();
    private State state = State.ASKING;
    private TaskHandle task;

    PermittedTask(CallerLimit.Permit permit, TaskListener client, Owner owner) {
        this.permit = permit;
        this.client = client;
        this.owner = owner;
    }

    void ask(Supplier<TaskHandle> begin) {
        permit.ask()
                .whenComplete((granted, failure) -> owner.execute(() -> {
                    if (failure != null) {
                        // Fairness is worth less than service: Redis being away is told by the submission itself.
                        begin(begin);
                    } else if (granted) {
                        granted(begin);
                    } else {
                        refused();
                    }
                }));
    }

    private void granted(Supplier<TaskHandle> begin) {
        if (state == State.ENDED) {
            permit.giveBack();
        } else {
            begin(begin);
        }
    }

    /** With the permit in hand. */
    void begin(Supplier<TaskHandle> begin) {
        if (state == State.ASKING) {
            state = State.BEGUN;
            task = begin.get();
            early.tell(task::shorten, task::input);
        }
    }

    private void refused() {
        if (state == State.ASKING) {
            state = State.ENDED;
            client.on(new ServerMessage.Denied(permit.reason(), EndCode.TOO_MANY_TASKS));
        }
    }

    @Override
    public void on(ServerMessage message) {
        if (message instanceof ServerMessage.Complete || message instanceof ServerMessage.Denied) {
            end();
        }
        client.on(message);
    }

    @Override
    public void input(ClientMessage.Input input) {
        if (state == State.BEGUN) {
            task.input(input);
        } else if (state == State.ASKING) {
            early.input(input);
        }
    }

    @Override
    public void shorten(int timeoutMillis) {
        if (state == State.BEGUN) {
            task.shorten(timeoutMillis);
        } else {
            early.shorten(timeoutMillis);
        }
    }

    @Override
    public void abort(EndCode why) {
        if (state == State.BEGUN) {
            end();
            task.abort(why);
        }
        state = State.ENDED;
    }

    private void end() {
        if (state == State.BEGUN) {
            state = State.ENDED;
            permit.giveBack();
        }
    }
}
