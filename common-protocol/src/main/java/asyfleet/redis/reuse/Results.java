package asyfleet.redis.reuse;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Results of tasks that succeeded, kept for a while for whoever asks for the same. Their sum of bytes is bounded. See
 * find_result.lua and store_result.lua.
 */
public final class Results {

    private static final LuaScript FIND = LuaScript.load("find_result");
    private static final LuaScript STORE = LuaScript.load("store_result");

    private final Redis redis;
    private final Duration life;
    private final long mostBytes;

    public Results(Redis redis, Duration life, long mostBytes) {
        this.redis = redis;
        this.life = life;
        this.mostBytes = mostBytes;
    }

    /** The fields that were stored under the digest; empty if there are none. */
    public CompletionStage<Map<String, byte[]>> find(String digest) {
        ScriptArguments arguments = new ScriptArguments().add(RedisKeys.RESULT).add(digest);
        return FIND.list(redis, List.of(RedisKeys.TOOLCHAIN, RedisKeys.RESULTS), arguments)
                .thenApply(Reply::map);
    }

    /** False if it was not kept: it is too large to be worth it, or no backend has named its toolchain. */
    public CompletionStage<Boolean> store(String digest, Map<String, byte[]> fields) {
        long bytes = fields.values().stream().mapToLong(value -> value.length).sum();
        ScriptArguments arguments = new ScriptArguments()
                .add(RedisKeys.RESULT)
                .add(digest)
                .add(life.toSeconds())
                .add(mostBytes)
                .add(bytes);
        fields.forEach((name, value) -> arguments.add(name).add(value));
        List<String> keys =
                List.of(RedisKeys.TOOLCHAIN, RedisKeys.RESULTS, RedisKeys.RESULTS_SIZES, RedisKeys.RESULTS_BYTES);
        return STORE.integer(redis, keys, arguments).thenApply(stored -> stored == 1);
    }
}
