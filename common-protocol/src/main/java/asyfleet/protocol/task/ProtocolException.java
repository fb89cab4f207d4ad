package asyfleet.protocol.task;

/**
 * What the peer sent breaks the protocol. The message says what was wrong, the value, and what was expected, and is fit
 * to be sent back. It is the only thing that decoding throws.
 */
public final class ProtocolException extends RuntimeException {

    public ProtocolException(String message) {
        // The mistake is the peer's, so a trace of our code says nothing, and a hostile peer should not cost us one.
        super(message, null, false, false);
    }
}
