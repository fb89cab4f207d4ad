package asyfleet.protocol.task;

/** Too many files or too many bytes: a mistake for which HTTP has a status of its own. */
public final class TooLargeException extends ProtocolException {

    public TooLargeException(String message) {
        super(message);
    }
}
