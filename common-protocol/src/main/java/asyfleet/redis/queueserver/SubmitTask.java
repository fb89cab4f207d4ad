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

/** The script that stores a task and hands it to the scheduler, unless the queue is full. See submit_task.lua. */
public final class SubmitTask {

    /** A bound of 0 lets the task in however many wait: it was accepted before, or never queues. */
    public static final int NO_BOUND = 0;

    private static final LuaScript SCRIPT = LuaScript.load("submit_task");
    private static final Duration NONCE_LIFE = Duration.ofSeconds(60);

    private final Redis redis;
    private final Duration life;

    public SubmitTask(Redis redis, Duration life) {
        this.redis = redis;
        this.life = life;
    }

    /**
     * @param nonce names this submission: after a lost reply, send the same again
     * @param mostWaiting how many tasks may wait, or {@link #NO_BOUND}
     */
    public CompletionStage<Submission> run(String nonce, TaskRecord task, Map<String, byte[]> files, int mostWaiting) {
        Map<String, String> options = task.toHash();
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.TASK)
                .add(mostWaiting)
                .add(life.toSeconds())
                .add(NONCE_LIFE.toSeconds())
                .add(options.size())
                .add(WithdrawSubmission.WITHDRAWN);
        options.forEach((name, value) -> arguments.add(name).add(value));
        files.forEach((name, contents) -> arguments.add(name).add(contents));
        List<String> keys =
                List.of(RedisKeys.TASK_COUNTER, RedisKeys.INCOMING, RedisKeys.QUEUE, RedisKeys.SUBMISSION + nonce);
        return SCRIPT.list(redis, keys, arguments).thenApply(reply -> outcome(reply, mostWaiting));
    }

    private static Submission outcome(List<Object> reply, int mostWaiting) {
        return Reply.integer(reply.get(0)) == 1
                ? new Submission.Accepted(Reply.text(reply.get(1)))
                : new Submission.QueueFull(Reply.integer(reply.get(1)), mostWaiting);
    }
}
