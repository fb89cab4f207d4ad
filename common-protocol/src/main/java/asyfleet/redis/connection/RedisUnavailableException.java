package asyfleet.redis.connection;

/** The failure to connect to Redis. The message names the address, never the password. */
public final class RedisUnavailableException extends RuntimeException {

    private final boolean mayPass;

    RedisUnavailableException(String message, boolean mayPass, Throwable cause) {
        super(message, cause);
        this.mayPass = mayPass;
    }

    /** Whether it may be otherwise in a moment: Redis does not answer, or has just started and loads its data. */
    public boolean mayPass() {
        return mayPass;
    }
}
