package asyfleet.redis.scheduler;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The lease of the one scheduler that decides. Its fencing token is an argument of every deciding script, so a scheduler
 * that wrongly believes it leads changes nothing. See acquire_leadership.lua and renew_leadership.lua.
 */
public final class Leadership {

    private static final LuaScript ACQUIRE = LuaScript.load("acquire_leadership");
    private static final LuaScript RENEW = LuaScript.load("renew_leadership");

    private final Redis redis;
    private final Duration life;

    public Leadership(Redis redis, Duration life) {
        this.redis = redis;
        this.life = life;
    }

    /** A token if nobody leads. */
    public CompletionStage<Optional<FencingToken>> acquire() {
        ScriptArguments arguments = new ScriptArguments().add(life.toMillis());
        return ACQUIRE.text(redis, List.of(RedisKeys.LEADER, RedisKeys.EPOCH), arguments)
                .thenApply(token -> token.isEmpty() ? Optional.empty() : Optional.of(new FencingToken(token)));
    }

    /** False: another leads, or the lease ran out. */
    public CompletionStage<Boolean> renew(FencingToken token) {
        return renewFor(token, life);
    }

    /** Lets a standby take over at once. */
    public CompletionStage<Boolean> release(FencingToken token) {
        return renewFor(token, Duration.ZERO);
    }

    private CompletionStage<Boolean> renewFor(FencingToken token, Duration time) {
        ScriptArguments arguments = new ScriptArguments().add(token.value()).add(time.toMillis());
        return RENEW.integer(redis, List.of(RedisKeys.LEADER), arguments).thenApply(held -> held == 1);
    }
}
