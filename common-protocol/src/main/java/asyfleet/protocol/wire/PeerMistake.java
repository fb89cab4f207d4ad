package asyfleet.protocol.wire;

/**
 * A mistake of a peer: what it sent breaks its protocol. The message says what was wrong, the value, and what was
 * expected, and is fit to be sent back.
 */
public abstract class PeerMistake extends RuntimeException {

    private final boolean fatal;

    /** @param fatal whether there is no way to tell where the next message begins, so that nothing more is decoded */
    protected PeerMistake(String message, boolean fatal) {
        // The mistake is the peer's, so a trace of our code says nothing, and a hostile peer should not cost us one.
        super(message, null, false, false);
        this.fatal = fatal;
    }

    /** Whether nothing more will be decoded, so that the connection has to be closed. */
    public boolean isFatal() {
        return fatal;
    }
}
