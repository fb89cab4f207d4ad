package asyfleet.protocol.limiter;

import asyfleet.protocol.wire.PeerMistake;

/**
 * A mistake of the peer: what it sent breaks the protocol. It is the only thing that decoding throws.
 *
 * <p>A message with a bad parameter is <em>answered</em>, as programs that exist expect, and the connection goes on;
 * only what leaves no way to tell where the next message begins is fatal.
 */
public final class LimiterProtocolException extends PeerMistake {

    private LimiterProtocolException(String message, boolean fatal) {
        super(message, fatal);
    }

    static LimiterProtocolException ofMessage(String message) {
        return new LimiterProtocolException(message, false);
    }

    static LimiterProtocolException ofConnection(String message) {
        return new LimiterProtocolException(message, true);
    }

    /** The code by which the protocol names such an error. */
    public String code() {
        return LimiterReply.Error.PROTOCOL_ERROR;
    }

    /** The answer to the client. */
    public LimiterReply.Error reply() {
        return new LimiterReply.Error(code(), getMessage());
    }
}
