package asyfleet.redis.queueserver;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * The script that stores a task and hands it to the scheduler, unless the queue or its caller's share is full. See
 * submit_task.lua.
 */
public final class SubmitTask {

    private static final LuaScript SCRIPT = LuaScript.load("submit_task");
    private static final Duration NONCE_LIFE = Duration.ofSeconds(60);

    /** Longer than tasks wait. */
    private static final Duration CALLER_LIFE = Duration.ofHours(1);

    private final Redis redis;
    private final Duration life;

    public SubmitTask(Redis redis, Duration life) {
        this.redis = redis;
        this.life = life;
    }

    /** @param nonce names this submission: after a lost reply, send the same again */
    public CompletionStage<Submission> run(
            String nonce, TaskRecord task, Map<String, byte[]> files, WaitingBounds mostWaiting) {
        WaitingBounds bounds = task.caller().isEmpty() ? mostWaiting.ofNobody() : mostWaiting;
        Map<String, String> options = task.toHash();
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.TASK)
                .add(bounds.all())
                .add(life.toSeconds())
                .add(NONCE_LIFE.toSeconds())
                .add(options.size())
                .add(WithdrawSubmission.WITHDRAWN)
                .add(bounds.ofCaller())
                .add(CALLER_LIFE.toSeconds());
        options.forEach((name, value) -> arguments.add(name).add(value));
        files.forEach((name, contents) -> arguments.add(name).add(contents));
        List<String> keys = List.of(
                RedisKeys.TASK_COUNTER,
                RedisKeys.INCOMING,
                RedisKeys.QUEUE,
                RedisKeys.SUBMISSION + nonce,
                RedisKeys.QUEUE_CALLER + task.caller());
        return SCRIPT.list(redis, keys, arguments).thenApply(reply -> outcome(reply, bounds));
    }

    private static Submission outcome(List<Object> reply, WaitingBounds bounds) {
        return switch ((int) Reply.integer(reply.get(0))) {
            case 1 -> new Submission.Accepted(Reply.text(reply.get(1)));
            case 2 -> new Submission.CallerFull(Reply.integer(reply.get(1)), bounds);
            default -> new Submission.QueueFull(Reply.integer(reply.get(1)), bounds.all());
        };
    }
}
