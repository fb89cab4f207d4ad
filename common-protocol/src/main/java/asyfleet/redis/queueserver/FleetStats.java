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
        long queued, long active, long backends, long completed, long failed, long averageMillis, PoolFigures pool) {

    /** Two fleets as one; the mean run time by how many tasks each has completed. */
    public FleetStats plus(FleetStats other) {
        long tasks = Math.max(1, completed + other.completed);
        return new FleetStats(
                queued + other.queued,
                active + other.active,
                backends + other.backends,
                completed + other.completed,
                failed + other.failed,
                (averageMillis * completed + other.averageMillis * other.completed) / tasks,
                pool.plus(other.pool));
    }
}
