package asyfleet.redis.scheduler;

import java.time.Duration;

/**
 * The queue at one moment, for an operator.
 *
 * @param state what a scheduler would decide on; of the waiting tasks only the first
 * @param waiting how many wait in all
 * @param claimed how many of those that have a place are with a slot already
 */
public record Inspection(FleetState state, Leader leader, int waiting, int claimed, NotTakenIn notTakenIn) {

    /** @param token empty if nobody leads */
    public record Leader(String token, Duration leaseLeft) {}

    /** What happened that the leader has not looked at yet. */
    public record NotTakenIn(int arrivals, int endings) {}
}
