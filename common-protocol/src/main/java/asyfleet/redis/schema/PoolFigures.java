package asyfleet.redis.schema;

/**
 * The counts of the warm processes of one or more backend processes.
 *
 * @param created processes started ahead of a task
 * @param reused tasks that such a process served
 * @param deleted processes that ended, used or not
 * @param runs all tasks, warm or cold
 * @param active processes that wait or run now
 */
public record PoolFigures(long created, long reused, long deleted, long runs, long active) {

    public static final PoolFigures NONE = new PoolFigures(0, 0, 0, 0, 0);

    public PoolFigures plus(PoolFigures other) {
        return new PoolFigures(
                created + other.created,
                reused + other.reused,
                deleted + other.deleted,
                runs + other.runs,
                active + other.active);
    }

    public PoolFigures withoutActive() {
        return new PoolFigures(created, reused, deleted, runs, 0);
    }
}
