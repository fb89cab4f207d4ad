package asyfleet.redis.backend;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.connection.Seconds;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskFields;
import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The script that gives dispatched tasks to slots. See claim_task.lua. */
public final class ClaimTasks {

    private static final LuaScript SCRIPT = LuaScript.load("claim_task");
    private static final Duration ADDRESS_LIFE = Duration.ofSeconds(600);
    private static final List<String> KEYS =
            List.of(RedisKeys.OUTCOMING, RedisKeys.PROCESSING, RedisKeys.EXECUTING, RedisKeys.FINISHED);

    private final Redis redis;
    private final Duration life;
    private final String process;

    /** For slots that belong to no named process. */
    public ClaimTasks(Redis redis, Duration life) {
        this(redis, life, "");
    }

    /**
     * @param life how long a slot holds a task unless it renews it, see {@link Registration#renew}
     * @param process the name of the process that claims
     */
    public ClaimTasks(Redis redis, Duration life, String process) {
        this.redis = redis;
        this.life = life;
        this.process = process;
    }

    /**
     * One claim: an unguessable address for one task, by one slot.
     *
     * @param address where the queue server will connect; marks the claim, so that it can be sent again
     * @param backend ID of the slot
     */
    public record ClaimRequest(Dispatched task, String address, String backend) {}

    /** The outcomes, in the order of the requests. */
    public CompletionStage<List<Claim>> run(List<ClaimRequest> requests) {
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.TASK)
                .add(RedisKeys.BACKEND_GROUP)
                .add(RedisKeys.TASK_UPDATED)
                .add(ADDRESS_LIFE.toSeconds())
                .add(process)
                .add(life.toMillis());
        for (ClaimRequest request : requests) {
            arguments
                    .add(request.task().entry())
                    .add(request.task().id())
                    .add(request.address())
                    .add(request.backend());
        }
        return SCRIPT.list(redis, KEYS, arguments).thenApply(reply -> claims(requests, reply));
    }

    private static List<Claim> claims(List<ClaimRequest> requests, List<Object> reply) {
        List<Claim> claims = new ArrayList<>(reply.size());
        for (int i = 0; i < reply.size(); i++) {
            claims.add(claim(requests.get(i).task().id(), Reply.list(reply.get(i))));
        }
        return claims;
    }

    private static Claim claim(String id, List<Object> reply) {
        if (Reply.integer(reply.get(0)) == 0) {
            return new Claim.Gone(id);
        }
        String seconds = Reply.text(reply.get(1));
        Optional<Duration> duration = seconds.isEmpty() ? Optional.empty() : Optional.of(Seconds.parse(seconds));
        Map<String, byte[]> files = Reply.map(reply.get(3));
        Map<String, byte[]> task = Reply.map(reply.get(2));
        return new Claim.Won(id, TaskRecord.fromHash(task), files, duration, TaskFields.mistake(task));
    }
}
