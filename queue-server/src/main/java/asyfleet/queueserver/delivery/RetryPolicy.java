package asyfleet.queueserver.delivery;

import java.time.Duration;

/**
 * How long the fleet is repaired behind a client's back.
 *
 * @param moreRuns how often a task whose backend was lost is run again
 * @param patience how long a new client waits for a Redis that does not answer; one that was accepted waits on
 * @param pause between two tries to submit
 */
public record RetryPolicy(int moreRuns, Duration patience, Duration pause) {

    public static final RetryPolicy DEFAULT = new RetryPolicy(2, Duration.ofSeconds(6), Duration.ofMillis(500));
}
