package asyfleet.redis;

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

    /** @param versions names of programs and their versions, as text */
    public CompletionStage<String> publish(String versions) {
        return redis.commands().set(RedisKeys.TOOLCHAIN, versions.getBytes(StandardCharsets.UTF_8));
    }
}
