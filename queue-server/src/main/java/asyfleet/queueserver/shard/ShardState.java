package asyfleet.queueserver.shard;

import asyfleet.redis.queueserver.FleetStats;

/**
 * A shard as a queue server saw it last.
 *
 * @param answers whether its Redis answers and takes writes
 * @param led whether a scheduler leads there
 * @param slots of all its backends
 * @param free slots that neither a running nor a waiting task takes
 */
public record ShardState(ShardName name, boolean answers, boolean led, long slots, long free) {

    /** A full shard counts this much less than one with a free slot. */
    private static final double FULL = 1000;

    public static ShardState down(ShardName name) {
        return new ShardState(name, false, false, 0, 0);
    }

    public static ShardState of(ShardName name, FleetStats now, boolean led) {
        long free = Math.max(0, now.backends() - now.active() - now.queued());
        return new ShardState(name, true, led, now.backends(), free);
    }

    /** Whether a task would run there. */
    boolean isUsable() {
        return answers && led && slots > 0;
    }

    /**
     * The share of callers that it should have, beside the shares of others. Free slots count by powers of two, so that
     * callers do not move with every task that begins or ends.
     */
    double weight() {
        return free > 0 ? Long.highestOneBit(free) : Math.max(1, slots) / FULL;
    }
}
