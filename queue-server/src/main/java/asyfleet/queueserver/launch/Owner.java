package asyfleet.queueserver.launch;

import java.time.Duration;
import java.util.concurrent.Executor;

/** The one thread that may touch a task: the event loop of its client's connection, or a test's fake. */
public interface Owner extends Executor {

    boolean isCurrentThread();

    /** What a clock shows that only goes forward; to measure, not to tell the time. */
    Duration now();

    /** Runs the action on this thread after a while. */
    void after(Duration delay, Runnable action);
}
