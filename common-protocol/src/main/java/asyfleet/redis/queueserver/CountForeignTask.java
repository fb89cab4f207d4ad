package asyfleet.redis.queueserver;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.StatsFields;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The script that counts a task which a backend of another program has answered. See count_foreign_task.lua. */
public final class CountForeignTask {

    private static final LuaScript SCRIPT = LuaScript.load("count_foreign_task");

    private final Redis redis;

    public CountForeignTask(Redis redis) {
        this.redis = redis;
    }

    /** True if this call counted the task, false if it was counted before or ran on a backend of ours. */
    public CompletionStage<Boolean> run(String id, boolean success, Optional<Duration> time) {
        ScriptArguments arguments = new ScriptArguments()
                .add(StatsFields.TIMES_KEPT)
                .add(success ? StatsFields.COMPLETED : StatsFields.FAILED)
                .add(time.map(Duration::toMillis).map(String::valueOf).orElse(""));
        List<String> keys = List.of(RedisKeys.TASK + id, RedisKeys.STATS, RedisKeys.STATS_TIMES);
        return SCRIPT.integer(redis, keys, arguments).thenApply(counted -> counted == 1);
    }
}
