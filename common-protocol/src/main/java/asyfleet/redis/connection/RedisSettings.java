package asyfleet.redis.connection;

import java.time.Duration;
import java.util.Objects;

/**
 * The address of Redis, and how long to wait for it.
 *
 * @param uri {@code redis://}, {@code rediss://} for TLS, or {@code redis-sentinel://host:port,host:port#master}
 * @param commandTimeout after this a command's outcome is unknown; it may still be carried out
 * @param connectTimeout after this a first connection has failed
 */
public record RedisSettings(String uri, Duration commandTimeout, Duration connectTimeout) {

    public RedisSettings {
        Objects.requireNonNull(uri, "uri");
    }

    public static RedisSettings of(String uri) {
        return new RedisSettings(uri, Duration.ofSeconds(5), Duration.ofSeconds(3));
    }
}
