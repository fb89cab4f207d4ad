package asyfleet.redis;

import io.lettuce.core.GetExArgs;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Contents of files that were uploaded not long ago, by their SHA-256, so that a client need not send them again. */
public final class RecentFiles {

    private final Redis redis;
    private final Duration life;

    public RecentFiles(Redis redis, Duration life) {
        this.redis = redis;
        this.life = life;
    }

    public CompletionStage<String> keep(String sha256, byte[] contents) {
        return redis.commands().set(RedisKeys.FILE + sha256, contents, SetArgs.Builder.px(life));
    }

    /** The contents, which then live on as if they had been uploaded now. */
    public CompletionStage<Optional<byte[]>> find(String sha256) {
        return redis.commands()
                .getex(RedisKeys.FILE + sha256, GetExArgs.Builder.px(life))
                .thenApply(Optional::ofNullable);
    }
}
