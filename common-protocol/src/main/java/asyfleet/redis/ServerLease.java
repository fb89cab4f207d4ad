package asyfleet.redis;

import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Says that a queue server is alive. When it is not renewed, the scheduler gives up the tasks of that server. */
public final class ServerLease {

    private final Redis redis;
    private final Duration life;
    private final String id = UUID.randomUUID().toString();

    public ServerLease(Redis redis, Duration life) {
        this.redis = redis;
        this.life = life;
    }

    public String id() {
        return id;
    }

    /** False if the lease did not exist: it is new, or it had lapsed and others may have taken this server for dead. */
    public CompletionStage<Boolean> renew() {
        return redis.commands()
                .setGet(key(), new byte[0], SetArgs.Builder.px(life))
                .thenApply(Objects::nonNull);
    }

    public CompletionStage<Long> release() {
        return redis.commands().del(key());
    }

    private String key() {
        return RedisKeys.SERVER + id;
    }
}
