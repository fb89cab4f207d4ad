package asyfleet.redis.backend;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.DenialRecord;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.StatsFields;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The script that gives dispatched tasks that were read and will not be claimed to other slots. See
 * hand_back_tasks.lua.
 */
final class HandBackTasks {

    private static final LuaScript SCRIPT = LuaScript.load("hand_back_tasks");
    private static final Duration MESSAGE_LIFE = Duration.ofSeconds(600);
    private static final DenialRecord DENIAL = new DenialRecord(
            EndCode.NO_FREE_BACKEND, "No free backend for an interactive task: those that are free run none");
    private static final List<String> KEYS =
            List.of(RedisKeys.OUTCOMING, RedisKeys.FINISHED, RedisKeys.STATS, RedisKeys.BACKEND_SET);

    /** Longer than a slot takes to read what was handed back, shorter than a user waits for a prompt. */
    static final Duration SHELL_PATIENCE = Duration.ofSeconds(2);

    /** Longer than tasks run by default, so that a slot of another process is free by then. A shell may run for ever. */
    static final Duration AVOIDANCE = Duration.ofSeconds(40);

    private final Redis redis;
    private final Duration shellPatience;
    private final Duration avoidance;

    HandBackTasks(Redis redis) {
        this(redis, SHELL_PATIENCE, AVOIDANCE);
    }

    /**
     * @param shellPatience how long an interactive task may find no slot before it is denied
     * @param avoidance how long a task is left to processes that it was not lost on
     */
    HandBackTasks(Redis redis, Duration shellPatience, Duration avoidance) {
        this.redis = redis;
        this.shellPatience = shellPatience;
        this.avoidance = avoidance;
    }

    /** How many are in the stream again: not those that another has by now, nor those that were denied. */
    CompletionStage<Long> run(List<Dispatched> tasks) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.BACKEND_GROUP)
                .add(RedisKeys.TASK)
                .add(RedisKeys.TASK_UPDATED)
                .add(MESSAGE_LIFE.toSeconds())
                .add(shellPatience.toMillis())
                .add(DENIAL.toLine())
                .add(StatsFields.FAILED)
                .add(RedisKeys.BACKEND)
                .add(avoidance.toMillis())
                .add(RedisKeys.BACKEND_PROCESS)
                .addAll(tasks.stream().map(Dispatched::entry).toList());
        return SCRIPT.integer(redis, KEYS, arguments);
    }
}
