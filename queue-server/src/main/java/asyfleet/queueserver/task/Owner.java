package asyfleet.queueserver.task;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * The one thread that may touch a task: an event loop, in tests a fake. A task of a WebSocket client has the event loop
 * of its connection; a task of an HTTP request has whichever is next in turn.
 */
public interface Owner extends Executor {

    boolean isCurrentThread();

    /** The time of a clock that only goes forward; to measure, not to tell the time. */
    Duration now();

    /** Runs the action on this thread after a while. */
    Timer after(Duration delay, Runnable action);

    /** An action that is to run later. */
    interface Timer {

        /** It does not run, unless it has run, and nothing of it is left. On the owner's thread. */
        void cancel();
    }
}
