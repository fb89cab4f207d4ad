package asyfleet.queueserver.flow;

import java.time.Duration;

/**
 * The limits on repairing a task without its client noticing.
 *
 * @param moreRuns how often a task whose backend was lost is run again
 * @param patience how long a new client waits for a Redis that does not answer, however many tries that makes; one that was
 *     accepted waits on. What asks Redis something before has only a moment of its own for it
 * @param pause between two tries to submit
 * @param respite before every further run but the first, which begins at once: one lost backend is an accident, two in a
 *     row are a fault that may need as long to pass as a lease takes to lapse
 * @param unscheduled how long a task waits while no scheduler leads; what one allows by default, and far longer than a
 *     standby takes to take over
 */
public record RetryPolicy(int moreRuns, Duration patience, Duration pause, Duration respite, Duration unscheduled) {

    public static final RetryPolicy DEFAULT = new RetryPolicy(
            2, Duration.ofSeconds(5), Duration.ofMillis(500), Duration.ofSeconds(4), Duration.ofSeconds(60));
}
