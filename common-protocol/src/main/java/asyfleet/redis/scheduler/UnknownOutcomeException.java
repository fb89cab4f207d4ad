package asyfleet.redis.scheduler;

/** The failure of a call that Redis did not answer in time, or not at all: it may have been carried out or not. */
public final class UnknownOutcomeException extends RuntimeException {

    UnknownOutcomeException(String step, Throwable cause) {
        super("outcome of '" + step + "' is unknown: " + cause, cause);
    }
}
