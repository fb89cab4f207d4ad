package asyfleet.config;

/**
 * The failure of a service to start for a reason outside the program: a port in use, a Redis that is not there. The
 * message is one line that says what failed, with which value, and what the operator can do; it is all that the
 * operator sees.
 */
public final class StartFailure extends RuntimeException {

    public StartFailure(String message) {
        super(message);
    }

    public StartFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
