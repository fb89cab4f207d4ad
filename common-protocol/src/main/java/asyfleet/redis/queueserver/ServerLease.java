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

    /**
     * How long after a doubt about its own lease a server leaves the leases of others alone. Living ones are back long
     * before: they connect anew at least once a second.
     */
    private static final Duration UNSTEADY = Duration.ofSeconds(3);

    private final Redis redis;
    private final Duration life;
    private final LongSupplier nanoClock;
    private final String id = UUID.randomUUID().toString();

    /** When the last renewal with an answer was sent. Renewals are answered on the threads of the connection. */
    private volatile long renewedNanos;

    /** When there was reason to doubt the lease for the last time. Any thread. */
    private volatile long doubtedNanos;

    public ServerLease(Redis redis, Duration life) {
        this(redis, life, System::nanoTime);
    }

    ServerLease(Redis redis, Duration life, LongSupplier nanoClock) {
        this.redis = redis;
        this.life = life;
        this.nanoClock = nanoClock;
        this.renewedNanos = nanoClock.getAsLong();
        this.doubtedNanos = renewedNanos;
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
                })
                .whenComplete((held, failure) -> {
                    if (failure != null || !held) {
                        doubt();
                    }
                });
    }

    /** Redis may not be what it was: it restarted, another one took over, or it refuses writes. */
    public void doubt() {
        doubtedNanos = nanoClock.getAsLong();
    }

    /**
     * Whether the lease is known to live, and has been without a doubt for a while. Only then does it mean anything that
     * another server has none: what makes all leases lapse together, such as a pause of Redis or one that is full, makes
     * this one lapse, too.
     */
    public boolean isSteady() {
        long now = nanoClock.getAsLong();
        return now - doubtedNanos >= UNSTEADY.toNanos() && now - renewedNanos < life.toNanos();
    }

    public CompletionStage<Long> release() {
        return redis.commands().del(key());
    }

    private String key() {
        return RedisKeys.SERVER + id;
    }
}
