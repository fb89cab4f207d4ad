package asyfleet.protocol.limiter;

/**
 * What the peer sent breaks the protocol. It is the only thing that decoding throws.
 *
 * <p>A message with a bad parameter is <em>answered</em>, as programs that exist expect, and the connection goes on;
 * only what leaves no way to tell where the next message begins is fatal.
 */
public final class LimiterProtocolException extends RuntimeException {

    private final boolean fatal;

    private LimiterProtocolException(String message, boolean fatal) {
        // The mistake is the peer's, so a trace of our code says nothing, and a hostile peer should not cost us one.
        super(message, null, false, false);
        this.fatal = fatal;
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

    /** Whether nothing more will be decoded, so that the connection has to be closed. */
    public boolean isFatal() {
        return fatal;
    }

    /** What to send back. */
    public LimiterReply.Error reply() {
        return new LimiterReply.Error(code(), getMessage());
    }
}
