package asyfleet.ring.protocol;

/**
 * A mistake of the peer that breaks the protocol, so that the connection has to end. The message says what came, and
 * what was expected. It is the only thing that receiving throws.
 */
public final class RingProtocolException extends RuntimeException {

    RingProtocolException(String message) {
        // The mistake is the peer's, so a trace of our code says nothing, and a hostile peer should not cost us one.
        super(message, null, false, false);
    }
}
