package asyfleet.backend.claim;

import java.time.Duration;

/**
 * The times that the fleet's parts wait for each other.
 *
 * @param lease a slot that is not renewed for this long is dead to the fleet; it is renewed three times as often
 * @param connect how long a task waits for its client before it is aborted
 * @param abandoned a task that a process read and did not claim for this long is taken over: the process died
 * @param read how long one read of the stream waits; abandoned tasks are looked for in between
 * @param drain how long running tasks may go on when the process is told to end
 */
public record Patience(Duration lease, Duration connect, Duration abandoned, Duration read, Duration drain) {

    public static final Patience DEFAULT = new Patience(
            Duration.ofSeconds(3),
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            Duration.ofSeconds(1),
            Duration.ofSeconds(30));

    Duration renewEvery() {
        return lease.dividedBy(3);
    }
}
