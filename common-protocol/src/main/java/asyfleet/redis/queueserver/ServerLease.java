package asyfleet.redis.queueserver;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.schema.RedisKeys;
import io.lettuce.core.SetArgs;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/**
 * The lease by which a queue server says that it is alive. When it is not renewed, the scheduler gives up the tasks of
 * that server.
 */
public final class ServerLease {

    private final Redis redis;
    private final Duration life;
    private final LongSupplier nanoClock;
    private final String id = UUID.randomUUID().toString();

    /** When the last renewal with an answer was sent. Renewals are answered on the threads of the connection. */
    private volatile long renewedNanos;

    public ServerLease(Redis redis, Duration life) {
        this(redis, life, System::nanoTime);
    }

    ServerLease(Redis redis, Duration life, LongSupplier nanoClock) {
        this.redis = redis;
        this.life = life;
        this.nanoClock = nanoClock;
        this.renewedNanos = nanoClock.getAsLong();
    }

    public String id() {
        return id;
    }

    /**
     * False if the lease did not exist, or may not have: it is new, or it had lapsed and others may have taken this server
     * for dead. Redis alone cannot tell: after a hang it carries out a renewal that nobody waits for any more, and the next
     * one finds the lease in place.
     */
    public CompletionStage<Boolean> renew() {
        long sentNanos = nanoClock.getAsLong();
        return redis.commands()
                .setGet(key(), new byte[0], SetArgs.Builder.px(life))
                .thenApply(before -> {
                    boolean inTime = nanoClock.getAsLong() - renewedNanos < life.toNanos();
                    renewedNanos = sentNanos;
                    return before != null && inTime;
                });
    }

    public CompletionStage<Long> release() {
        return redis.commands().del(key());
    }

    private String key() {
        return RedisKeys.SERVER + id;
    }
}
