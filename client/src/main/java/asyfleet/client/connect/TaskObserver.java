package asyfleet.client.connect;

import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.OutputStreamName;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * A listener to the progress of one task. Called on the client's own thread, one call at a time for all tasks of a
 * client; a call that blocks holds up what the server sends, and nothing else.
 */
public interface TaskObserver {

    /** For callers that wait for the end alone. */
    TaskObserver SILENT = new TaskObserver() {};

    /** The task waits, for the first time or after its backend was lost; the estimate is for how long, if it is known. */
    default void waiting(Optional<Duration> estimate) {}

    /** After {@link #waiting}: the task cannot go on until the fleet has what it has none of now. */
    default void lacking(Set<Absence> absent) {}

    /** The wait is over, the program runs. */
    default void started() {}

    /** A piece of what the program wrote, cut anywhere, also inside a character. */
    default void output(OutputStreamName stream, byte[] contents) {}

    /** An image; a shell sends one after the other. All of them are in the outcome too. */
    default void image(Image image) {}
}
