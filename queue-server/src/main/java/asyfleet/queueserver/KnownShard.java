package asyfleet.queueserver;

import asyfleet.config.StartFailure;
import asyfleet.queueserver.shard.ShardName;
import asyfleet.queueserver.shard.ShardState;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.redis.connection.RedisAccess;
import asyfleet.redis.connection.RedisMetrics;
import asyfleet.redis.connection.RedisUnavailableException;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shard that the settings name, open or not yet, and how it was when it was last seen.
 *
 * <p>Opened and looked at by the threads of {@link Shards}, read by event loops: hence volatile.
 */
final class KnownShard {

    private static final Logger LOG = LoggerFactory.getLogger(KnownShard.class);

    /** A shard that has not answered for so long is down. Longer than two looks, so that one lost answer says nothing. */
    private static final Duration DOWN_AFTER = Duration.ofMillis(2500);

    private final ShardName name;
    private final RedisAccess access;
    private volatile Shard shard;
    private volatile LastLook seen;

    private record LastLook(ShardState state, long nanos) {}

    KnownShard(RedisAccess access) {
        this.name = ShardName.of(access.uri().value());
        this.access = access;
        this.seen = new LastLook(ShardState.down(name), System.nanoTime());
    }

    ShardName name() {
        return name;
    }

    /** Empty until its Redis has been there once. */
    Optional<Shard> opened() {
        return Optional.ofNullable(shard);
    }

    /** Opens it with all the patience of the settings. */
    void open(ShardContext context, RedisMetrics metrics) {
        shard = Shard.open(name, FleetRedis.connect(access, metrics), context);
    }

    /**
     * Opens it if its Redis is there now. Yields what is wrong otherwise.
     *
     * @throws StartFailure if its Redis refuses, for example because of the password
     */
    Optional<String> openIfThere(ShardContext context, RedisMetrics metrics) {
        RedisAccess atOnce = new RedisAccess(access.uri(), Duration.ZERO);
        try {
            shard = Shard.open(name, FleetRedis.connect(atOnce, metrics), context);
            LOG.info("shard opened shard={}", name);
            return Optional.empty();
        } catch (StartFailure e) {
            if (e.getCause() instanceof RedisUnavailableException away && away.mayPass()) {
                return Optional.of(away.getMessage());
            }
            throw e;
        } catch (RuntimeException e) { // it went away in between
            return Optional.of(e.toString());
        }
    }

    void look() {
        opened().ifPresent(open -> open.look().thenAccept(now -> seen = new LastLook(now, System.nanoTime())));
    }

    ShardState state() {
        LastLook last = seen;
        boolean lately = System.nanoTime() - last.nanos < DOWN_AFTER.toNanos();
        return lately ? last.state : ShardState.down(name);
    }
}
