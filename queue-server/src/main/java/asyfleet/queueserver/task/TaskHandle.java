package asyfleet.queueserver.task;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.verdict.EndCode;

/** A task that was launched, as the one who launched it sees it. Called on the task's owner thread only. */
public interface TaskHandle {

    /**
     * Passes on what the client types into an interactive task.
     *
     * @throws ProtocolException if it is too much before the task runs
     */
    void input(ClientMessage.Input input);

    /** Sets a limit that can only make the task shorter. */
    void shorten(int timeoutMillis);

    /**
     * Ends the task wherever it is: nobody waits for it any more, and the listener hears nothing more.
     *
     * @param why for those who count
     */
    void abort(EndCode why);

    /** The client left. */
    default void abort() {
        abort(EndCode.ABORTED);
    }
}
