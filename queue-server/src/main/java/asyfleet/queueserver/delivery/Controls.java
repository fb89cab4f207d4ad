package asyfleet.queueserver.delivery;

import asyfleet.protocol.task.ClientMessage;
import java.util.ArrayList;
import java.util.List;

/**
 * What a running task was told: the shortest timeout, and the input of an interactive one until it runs. A task that
 * runs again is told again. Immutable.
 *
 * @param timeoutMillis null if nothing shortened it
 */
record Controls(Integer timeoutMillis, List<ClientMessage.Input> inputs) {

    static final Controls NONE = new Controls(null, List.of());

    /** Input is typed by people; a client that sends more than this before its shell runs is not one. */
    static final int MOST_INPUTS = 64;

    /** A limit can only get shorter. */
    boolean isShortenedBy(int millis) {
        return timeoutMillis == null || millis < timeoutMillis;
    }

    Controls withTimeout(int millis) {
        return new Controls(millis, inputs);
    }

    boolean acceptsInput() {
        return inputs.size() < MOST_INPUTS;
    }

    Controls withInput(ClientMessage.Input input) {
        List<ClientMessage.Input> more = new ArrayList<>(inputs);
        more.add(input);
        return new Controls(timeoutMillis, List.copyOf(more));
    }

    void replay(BackendLink link) {
        if (timeoutMillis != null) {
            link.send(ClientMessage.Options.timeout(timeoutMillis));
        }
        inputs.forEach(link::send);
    }
}
