package asyfleet.redis.backend;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.StatsFields;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The script by which a slot says that it is done with a task. See finish_task.lua. */
public final class FinishTask {

    private static final LuaScript SCRIPT = LuaScript.load("finish_task");
    private static final int TIMES_KEPT = 100;
    private static final List<String> KEYS =
            List.of(RedisKeys.PROCESSING, RedisKeys.FINISHED, RedisKeys.STATS, RedisKeys.STATS_TIMES);

    private final Redis redis;

    public FinishTask(Redis redis) {
        this.redis = redis;
    }

    /** The end of a task, as the statistics count it. */
    public enum TaskEnd {
        SUCCEEDED(StatsFields.COMPLETED),
        FAILED(StatsFields.FAILED),
        /** Its client left: it neither succeeded nor failed, and how long it ran says nothing. */
        ABORTED("");

        private final String counter;

        TaskEnd(String counter) {
            this.counter = counter;
        }
    }

    /** True if this call ended the task, false if it had ended before. */
    public CompletionStage<Boolean> run(String id, TaskEnd ending, Duration time) {
        ScriptArguments arguments = new ScriptArguments()
                .add(id)
                .add(ending.counter)
                .add(time.toMillis())
                .add(TIMES_KEPT);
        return SCRIPT.integer(redis, KEYS, arguments).thenApply(ended -> ended == 1);
    }
}
