package asyfleet.redis.connection;

import asyfleet.config.Secret;
import asyfleet.config.Setting;
import asyfleet.config.StartFailure;
import asyfleet.config.ValueType;

/** The setting that names the Redis of the fleet, and the connection to it. */
public final class FleetRedis {

    /** The setting of every service. */
    public static final Setting<Secret> URL = Setting.of(
                    "--redis",
                    "REDIS_URL",
                    uri(),
                    "Redis of the fleet: redis://, rediss:// or redis-sentinel://host:port,host:port#master")
            .byDefault("redis://127.0.0.1:6379");

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

    /**
     * Connects; blocks meanwhile.
     *
     * @throws StartFailure if it cannot
     */
    public static Redis connect(Secret uri) {
        try {
            return Redis.connect(RedisSettings.of(uri.value()));
        } catch (RedisUnavailableException e) {
            throw new StartFailure(e.getMessage() + "; start it, or name another with --redis", e);
        }
    }
}
