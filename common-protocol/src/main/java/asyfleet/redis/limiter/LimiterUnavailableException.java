package asyfleet.redis.limiter;

/** The failure to reach the shared counts, or to wait for them among too many: whether a request may run is unknown. */
final class LimiterUnavailableException extends RuntimeException {

    LimiterUnavailableException(String message) {
        super(message, null, false, false);
    }
}
