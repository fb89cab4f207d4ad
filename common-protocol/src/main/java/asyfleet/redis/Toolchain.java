package asyfleet.redis;

import io.lettuce.core.SetArgs;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;

/**
 * What a picture depends on beside its source: the programs that backends run. The backend that joins last names it, so
 * results of an older toolchain are no longer found once a newer one joins.
 */
public final class Toolchain {

    private final Redis redis;

    public Toolchain(Redis redis) {
        this.redis = redis;
    }

    /** @param fingerprint the same for the same programs, another for others */
    public CompletionStage<String> publish(String fingerprint) {
        return redis.commands().set(RedisKeys.TOOLCHAIN, fingerprint.getBytes(StandardCharsets.UTF_8));
    }

    /** For a Redis that restarted empty: says it again, unless somebody has. */
    public CompletionStage<String> publishIfUnknown(String fingerprint) {
        return redis.commands()
                .set(RedisKeys.TOOLCHAIN, fingerprint.getBytes(StandardCharsets.UTF_8), SetArgs.Builder.nx());
    }
}
