package asyfleet.redis.reuse;

import asyfleet.redis.connection.LuaScript;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.ScriptArguments;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.Toolchain;
import io.lettuce.core.ZAddArgs;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Results of tasks that succeeded, kept for a while for whoever asks for the same. Their sum of bytes is bounded. See
 * store_result.lua.
 *
 * <p>Each look asks for the result alone: the toolchain, which is a part of its name, was read at most a second ago. So a
 * result of other programs may be served for a second after they have changed. For any thread.
 */
public final class Results {

    private static final LuaScript STORE = LuaScript.load("store_result");

    private final Redis redis;
    private final Duration life;
    private final long mostBytes;
    private final Duration trusted;
    private volatile KnownToolchain known; // immutable, the newest counts; null until it was read

    public Results(Redis redis, Duration life, long mostBytes) {
        this(redis, life, mostBytes, Duration.ofSeconds(1));
    }

    /** @param trusted how long the toolchain is not read again */
    Results(Redis redis, Duration life, long mostBytes, Duration trusted) {
        this.redis = redis;
        this.life = life;
        this.mostBytes = mostBytes;
        this.trusted = trusted;
    }

    private record KnownToolchain(Optional<String> fingerprint, long readAtNanos) {}

    /** The fields that were stored under the digest; empty if there are none. */
    public CompletionStage<Map<String, byte[]>> find(String digest) {
        return toolchain().thenCompose(toolchain -> toolchain
                .map(found -> read(RedisKeys.RESULT + found + ":" + digest))
                .orElse(CompletableFuture.completedStage(Map.of())));
    }

    private CompletionStage<Optional<String>> toolchain() {
        KnownToolchain last = known;
        if (last != null && System.nanoTime() - last.readAtNanos < trusted.toNanos()) {
            return CompletableFuture.completedStage(last.fingerprint);
        }
        long asked = System.nanoTime();
        return new Toolchain(redis).find().thenApply(found -> {
            known = new KnownToolchain(found, asked);
            return found;
        });
    }

    private CompletionStage<Map<String, byte[]>> read(String key) {
        return redis.commands().hgetall(key).thenApply(fields -> {
            if (!fields.isEmpty()) {
                double micros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
                redis.commands()
                        .zadd(RedisKeys.RESULTS, ZAddArgs.Builder.xx(), micros, key.getBytes(StandardCharsets.UTF_8));
            }
            return fields;
        });
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
