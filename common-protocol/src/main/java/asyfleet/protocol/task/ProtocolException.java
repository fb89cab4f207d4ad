package asyfleet.protocol.task;

import asyfleet.protocol.wire.PeerMistake;

/**
 * A mistake of the peer: what it sent breaks the task protocol or a rule for tasks. It is the only thing that decoding
 * and {@link TaskRules} throw. Each door turns it into an answer of its own: {@code denied}, {@code complete} or an HTTP
 * status.
 */
public sealed class ProtocolException extends PeerMistake permits TooLargeException {

    public ProtocolException(String message) {
        super(message, true);
    }
}
