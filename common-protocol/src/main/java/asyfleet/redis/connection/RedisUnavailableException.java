package asyfleet.redis.connection;

/** The failure to connect to Redis. The message names the address, never the password. */
public final class RedisUnavailableException extends RuntimeException {

    RedisUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
