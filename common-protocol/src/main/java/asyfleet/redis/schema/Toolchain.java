package asyfleet.redis.schema;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import io.lettuce.core.SetArgs;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The programs that backends run, on which a picture depends beside its source. The backend that joins last names it,
 * so results of an older toolchain are no longer found once a newer one joins.
 */
public final class Toolchain {

    private final Supplier<Redis> redis;

    public Toolchain(Redis redis) {
        this(() -> redis);
    }

    /** @param redis of the shard that is asked now */
    public Toolchain(Supplier<Redis> redis) {
        this.redis = redis;
    }

    /**
     * @param fingerprint the same for the same programs, another for others; begins with the version of Asymptote, as in
     *     {@code 2.85-1f3e}
     */
    public CompletionStage<String> publish(String fingerprint) {
        return redis.get().commands().set(RedisKeys.TOOLCHAIN, fingerprint.getBytes(StandardCharsets.UTF_8));
    }

    /** The fingerprint; empty while no backend has joined. */
    public CompletionStage<Optional<String>> find() {
        return redis.get().commands().get(RedisKeys.TOOLCHAIN).thenApply(value -> Optional.ofNullable(value)
                .map(Reply::text));
    }

    /** The version of Asymptote in a fingerprint. */
    public static String asymptoteOf(String fingerprint) {
        return fingerprint.substring(0, Math.max(0, fingerprint.lastIndexOf('-')));
    }

    /** For a Redis that restarted empty: says it again, unless somebody has. */
    public CompletionStage<String> publishIfUnknown(String fingerprint) {
        return redis.get()
                .commands()
                .set(RedisKeys.TOOLCHAIN, fingerprint.getBytes(StandardCharsets.UTF_8), SetArgs.Builder.nx());
    }
}
