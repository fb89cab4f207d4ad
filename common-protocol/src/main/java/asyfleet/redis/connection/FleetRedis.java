package asyfleet.redis.connection;

import asyfleet.config.Secret;
import asyfleet.config.Setting;
import asyfleet.config.SettingValues;
import asyfleet.config.StartFailure;
import asyfleet.config.ValueType;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The settings that name the Redis of the fleet, and the connection to it. */
public final class FleetRedis {

    private static final Logger LOG = LoggerFactory.getLogger(FleetRedis.class);

    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** The setting of every service. */
    public static final Setting<Secret> URL = Setting.of(
                    "--redis",
                    "REDIS_URL",
                    uri(),
                    "Redis of the fleet: redis://, rediss:// or redis-sentinel://host:port,host:port#master")
            .byDefault("redis://127.0.0.1:6379");

    /** The setting of every service that needs Redis. */
    public static final Setting<Duration> PATIENCE = Setting.of(
                    "--redis-patience",
                    "ASYFLEET_REDIS_PATIENCE",
                    ValueType.durationOrZero(),
                    "How long to wait at the start for a Redis that is away; 0 fails at once")
            .byDefault("30s");

    private FleetRedis() {}

    /** Its URI, a secret because it may hold a password. */
    public static ValueType<Secret> uri() {
        return new ValueType<>("uri", true, FleetRedis::parse);
    }

    private static Secret parse(String text) {
        try {
            Redis.checkUri(text);
            return new Secret(text);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException(
                    "expected redis://HOST:PORT, rediss://HOST:PORT or redis-sentinel://HOST:PORT,HOST:PORT#MASTER", e);
        }
    }

    public static RedisAccess read(SettingValues values) {
        return new RedisAccess(values.get(URL), values.get(PATIENCE));
    }

    /**
     * Connects; blocks meanwhile, and for as long as it has patience with a Redis that is away. A Redis that is there and
     * refuses, for example because of the password, will refuse again: that ends the wait at once.
     *
     * @throws StartFailure if it cannot
     */
    public static Redis connect(RedisAccess access) {
        long began = System.nanoTime();
        while (true) {
            try {
                return Redis.connect(RedisSettings.of(access.uri().value()));
            } catch (RedisUnavailableException e) {
                Duration left = access.patience().minusNanos(System.nanoTime() - began);
                if (!e.mayPass() || left.isNegative() || left.isZero()) {
                    throw new StartFailure(e.getMessage() + "; start it, or name another with --redis", e);
                }
                LOG.warn("waiting for Redis seconds_left={} reason=\"{}\"", left.toSeconds(), e.getMessage());
                pause(left.compareTo(PAUSE) < 0 ? left : PAUSE);
            }
        }
    }

    private static void pause(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StartFailure("interrupted while waiting for Redis", e);
        }
    }
}
