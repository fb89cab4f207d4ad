package asyfleet.redis.queueserver;

import asyfleet.redis.schema.PoolFigures;

/**
 * The whole fleet in numbers, at one moment.
 *
 * @param queued tasks that wait, taken in by the scheduler or not yet
 * @param active tasks that have a place in the counts
 * @param completed tasks that ended well since the statistics began
 * @param failed tasks that did not, denied ones included, those whose clients left not
 * @param averageMillis mean run time of the last hundred
 */
public record FleetStats(
        long queued, long active, long backends, long completed, long failed, long averageMillis, PoolFigures pool) {}
