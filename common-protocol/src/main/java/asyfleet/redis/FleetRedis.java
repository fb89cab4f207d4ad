package asyfleet.backend.claim;

import asyfleet.config.Secret;
import asyfleet.config.StartFailure;
import asyfleet.config.ValueType;
import asyfleet.redis.Redis;
import asyfleet.redis.RedisSettings;
import asyfleet.redis.RedisUnavailableException;

/** The Redis of the fleet, as whoever joins it is told of it. */
public final class FleetRedis {

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
            throw new IllegalArgumentException("expected a URI such as redis://host:6379", e);
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
