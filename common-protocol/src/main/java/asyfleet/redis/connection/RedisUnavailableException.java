package asyfleet.redis.connection;

/** No connection to Redis could be made. The message names the address, never the password. */
public final class RedisUnavailableException extends RuntimeException {

    RedisUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
