package asyfleet.protocol.task;

import asyfleet.protocol.wire.PeerMistake;

/**
 * What the peer sent breaks the task protocol. It is the only thing that decoding throws.
 */
public final class ProtocolException extends PeerMistake {

    public ProtocolException(String message) {
        super(message, true);
    }
}
