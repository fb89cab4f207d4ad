package asyfleet.queueserver.launch;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.submission.TaskRequest;

/** What a door can do with a task once it has begun. Called on the task's owner thread only. */
public interface TaskHandle {

    /**
     * What the client types into an interactive task.
     *
     * @throws ProtocolException if it is too much before the task runs
     */
    void input(ClientMessage.Input input);

    /** A limit that can only make the task shorter. */
    void shorten(int timeoutMillis);

    /**
     * Nobody waits for it any more: the task ends wherever it is, and the listener hears nothing more.
     *
     * @param why for those who count
     */
    void abort(EndCode why);

    /** The client left. */
    default void abort() {
        abort(EndCode.ABORTED);
    }

    /** Begins tasks. */
    @FunctionalInterface
    interface Launcher {

        /** The listener is never called inside this call. */
        TaskHandle launch(TaskRequest request, TaskListener listener, Owner owner);
    }
}
