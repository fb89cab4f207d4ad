package asyfleet.redis.scheduler;

/** Redis did not answer in time, or not at all: what was asked may have been done or not. */
public final class UnknownOutcomeException extends RuntimeException {

    UnknownOutcomeException(String step, Throwable cause) {
        super("outcome of '" + step + "' is unknown: " + cause, cause);
    }
}
