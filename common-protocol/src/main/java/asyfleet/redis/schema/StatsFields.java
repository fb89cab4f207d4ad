package asyfleet.redis.schema;

/** The fields of {@link RedisKeys#STATS} that count ended tasks, and how many run times count. */
public final class StatsFields {

    public static final String COMPLETED = "completedTasks";
    public static final String FAILED = "failedTasks";

    /** Of {@link RedisKeys#STATS_TIMES}; the list may hold some more. */
    public static final int TIMES_KEPT = 100;

    private StatsFields() {}
}
