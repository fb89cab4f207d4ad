package asyfleet.queueserver.task;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * The commands to a task that has not begun: the shortest time, and what was typed, in order. Whoever stands
 * between a client and a task that begins later keeps them in one of these. Confined to the task's owner.
 */
public final class PendingCommands {

    /** Input is typed by people; a client that sends more than this before its shell runs is not one. */
    static final int MOST_INPUTS = 64;

    private final List<ClientMessage.Input> inputs = new ArrayList<>(0);
    private Integer timeoutMillis;

    /** True if it is shorter than all before: a time can only get shorter. */
    public boolean shorten(int millis) {
        if (timeoutMillis != null && timeoutMillis <= millis) {
            return false;
        }
        timeoutMillis = millis;
        return true;
    }

    /** @throws ProtocolException if this is too much */
    public void input(ClientMessage.Input input) {
        if (inputs.size() == MOST_INPUTS) {
            throw new ProtocolException("more than " + MOST_INPUTS
                    + " inputs before the shell runs; expected queue {\"passed\": true} to be waited for");
        }
        inputs.add(input);
    }

    /** The task has begun. The time is told to every run of it, input only to the first. */
    public void tell(IntConsumer time, Consumer<ClientMessage.Input> input) {
        if (timeoutMillis != null) {
            time.accept(timeoutMillis);
        }
        inputs.forEach(input);
        inputs.clear();
    }
}
