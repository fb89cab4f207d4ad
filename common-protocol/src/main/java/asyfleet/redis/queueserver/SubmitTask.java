package asyfleet.redis.queueserver;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * The script that stores tasks and hands them to the scheduler, unless the queue or a caller's share of it is full. See
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

    /**
     * One submission.
     *
     * @param nonce names it: after a lost reply, send the same again. See {@link SubmissionNonces}
     * @param mostWaiting the bounds that it must fit in
     */
    public record SubmitRequest(String nonce, TaskRecord task, Map<String, byte[]> files, WaitingBounds mostWaiting) {

        WaitingBounds bounds() {
            return !task.caller().isEmpty() && mostWaiting.areShared() ? mostWaiting : mostWaiting.ofNobody();
        }

        /** The size of the request, roughly. */
        long bytes() {
            return files.values().stream()
                    .mapToLong(contents -> contents.length)
                    .sum();
        }

        private void addTo(ScriptArguments arguments) {
            Map<String, String> options = task.toHash();
            arguments
                    .add(SubmissionNonces.number(nonce))
                    .add(bounds().all())
                    .add(bounds().ofCaller())
                    .add(options.size())
                    .add(files.size());
            options.forEach((name, value) -> arguments.add(name).add(value));
            files.forEach((name, contents) -> arguments.add(name).add(contents));
        }
    }

    public CompletionStage<Submission> run(
            String nonce, TaskRecord task, Map<String, byte[]> files, WaitingBounds mostWaiting) {
        return run(List.of(new SubmitRequest(nonce, task, files, mostWaiting))).thenApply(answers -> answers.get(0));
    }

    /** The outcomes, in the order of the requests. */
    CompletionStage<List<Submission>> run(List<SubmitRequest> requests) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.TASK)
                .add(life.toSeconds())
                .add(NONCE_LIFE.toSeconds())
                .add(WithdrawSubmission.WITHDRAWN)
                .add(WithdrawSubmission.REMEMBERED.toSeconds())
                .add(CALLER_LIFE.toSeconds());
        List<String> keys = new ArrayList<>(List.of(RedisKeys.TASK_COUNTER, RedisKeys.INCOMING, RedisKeys.QUEUE));
        for (SubmitRequest request : requests) {
            keys.add(RedisKeys.SUBMISSION + SubmissionNonces.group(request.nonce()));
            keys.add(RedisKeys.QUEUE_CALLER + request.task().caller());
            request.addTo(arguments);
        }
        return SCRIPT.list(redis, keys, arguments).thenApply(reply -> outcomes(reply, requests));
    }

    private static List<Submission> outcomes(List<Object> reply, List<SubmitRequest> requests) {
        List<Submission> outcomes = new ArrayList<>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            outcomes.add(
                    outcome(reply.subList(2 * i, 2 * i + 2), requests.get(i).bounds()));
        }
        return outcomes;
    }

    private static Submission outcome(List<Object> reply, WaitingBounds bounds) {
        return switch ((int) Reply.integer(reply.get(0))) {
            case 1 -> new Submission.Accepted(Reply.text(reply.get(1)));
            case 2 -> new Submission.CallerFull(Reply.integer(reply.get(1)), bounds);
            default -> new Submission.QueueFull(Reply.integer(reply.get(1)), bounds.all());
        };
    }
}
