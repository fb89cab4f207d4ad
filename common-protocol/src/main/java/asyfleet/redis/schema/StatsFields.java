package asyfleet.redis.schema;

/** The fields of {@link RedisKeys#STATS} that count ended tasks. */
public final class StatsFields {

    public static final String COMPLETED = "completedTasks";
    public static final String FAILED = "failedTasks";

    private StatsFields() {}
}
