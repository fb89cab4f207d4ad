package asyfleet.redis.scheduler;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** The script that reads the whole state of the fleet for a scheduler that begins to lead. See read_fleet.lua. */
public final class ReadFleet {

    private static final LuaScript SCRIPT = LuaScript.load("read_fleet");
    private static final List<String> KEYS = List.of(
            RedisKeys.LEADER,
            RedisKeys.QUEUE,
            RedisKeys.DURATIONS,
            RedisKeys.EXECUTING,
            RedisKeys.PROCESSING,
            RedisKeys.OUTCOMING,
            RedisKeys.FINISHED,
            RedisKeys.BACKEND_SET);

    private final Redis redis;

    public ReadFleet(Redis redis) {
        this.redis = redis;
    }

    /** Fails with {@link FencedException} if the token is no longer the leader's. */
    public CompletionStage<FleetState> run(FencingToken token) {
        ScriptArguments arguments = new ScriptArguments().add(token.value()).add(RedisKeys.TASK);
        return SCRIPT.list(redis, KEYS, arguments)
                .thenApply(reply -> Fenced.check(token, reply))
                .thenApply(reply -> FleetState.of(reply.subList(1, reply.size())));
    }
}
