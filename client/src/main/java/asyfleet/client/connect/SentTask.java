package asyfleet.client.connect;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A task that was sent to a fleet. All methods are safe for any thread and do not block. */
public interface SentTask {

    /** Completes once, on the client's thread, and never exceptionally. */
    CompletionStage<TaskOutcome> outcome();

    /** Hangs up, which aborts the task wherever it is. */
    void cancel();

    /** Sends to the shell what its user types. */
    void input(byte[] contents);

    /** Gives a task less time than it had. */
    void shorten(Duration timeout);
}
