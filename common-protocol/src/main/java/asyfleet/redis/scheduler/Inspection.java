package asyfleet.redis.scheduler;

import java.time.Duration;

/**
 * The queue at one moment, as an operator sees it.
 *
 * @param state what a scheduler would decide on; of the waiting tasks only the first
 * @param waiting how many wait in all
 * @param claimed how many of those that have a place are with a slot already
 */
public record Inspection(FleetState state, Leader leader, int waiting, int claimed, NotTakenIn notTakenIn) {

    /**
     * The scheduler that leads.
     *
     * @param token empty if nobody leads
     */
    public record Leader(String token, Duration leaseLeft) {}

    /** The numbers of events that the leader has not taken yet. */
    public record NotTakenIn(int arrivals, int endings) {}
}
