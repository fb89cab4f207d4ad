package asyfleet.redis.backend;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.StatsFields;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The script by which slots say that they are done with tasks. See finish_task.lua. */
public final class FinishTask {

    private static final LuaScript SCRIPT = LuaScript.load("finish_task");
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

    /** One end: of which task, how, and after how long. */
    record FinishRequest(String id, TaskEnd ending, Duration time) {}

    /** True if this call ended the task, false if it had ended before. */
    public CompletionStage<Boolean> run(String id, TaskEnd ending, Duration time) {
        return run(List.of(new FinishRequest(id, ending, time))).thenApply(ended -> ended.get(0));
    }

    /** The same for many, in their order. */
    CompletionStage<List<Boolean>> run(List<FinishRequest> ends) {
        ScriptArguments arguments = new ScriptArguments().add(StatsFields.TIMES_KEPT);
        for (FinishRequest end : ends) {
            arguments.add(end.id).add(end.ending.counter).add(end.time.toMillis());
        }
        return SCRIPT.list(redis, KEYS, arguments)
                .thenApply(reply ->
                        reply.stream().map(ended -> Reply.integer(ended) == 1).toList());
    }
}
