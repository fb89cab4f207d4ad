package asyfleet.queueserver.limiter;

/** The shared counts could not be reached, or too much waits for them: whether a request may run is unknown. */
final class LimiterUnavailableException extends RuntimeException {

    LimiterUnavailableException(String message) {
        super(message, null, false, false);
    }
}
