package asyfleet.redis.scheduler;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.StatsFields;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The script that carries out decisions. See apply_decisions.lua. */
public final class ApplyDecisions {

    private static final LuaScript SCRIPT = LuaScript.load("apply_decisions");
    private static final Duration MESSAGE_LIFE = Duration.ofSeconds(600);
    private static final List<String> KEYS = List.of(
            RedisKeys.LEADER,
            RedisKeys.QUEUE,
            RedisKeys.DURATIONS,
            RedisKeys.EXECUTING,
            RedisKeys.OUTCOMING,
            RedisKeys.STATS);

    private final Redis redis;

    public ApplyDecisions(Redis redis) {
        this.redis = redis;
    }

    /**
     * IDs of tasks that were to be dispatched and are gone: their clients left. Fails with {@link FencedException} if the
     * token is no longer the leader's.
     */
    public CompletionStage<List<String>> run(FencingToken token, List<QueueCommand> decisions) {
        ScriptArguments arguments = new ScriptArguments()
                .add(token.value())
                .add(RedisKeys.TASK)
                .add(RedisKeys.TASK_UPDATED)
                .add(MESSAGE_LIFE.toSeconds())
                .add(StatsFields.FAILED);
        for (QueueCommand decision : decisions) {
            arguments.add(decision.verb()).add(decision.id()).add(decision.value());
        }
        return SCRIPT.list(redis, KEYS, arguments)
                .thenApply(reply -> Fenced.check(token, reply))
                .thenApply(reply -> Reply.texts(reply.get(1)));
    }
}
