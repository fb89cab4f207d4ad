package asyfleet.protocol.link;

import asyfleet.protocol.wire.PeerMistake;

/** A mistake of the peer that breaks the link for all its tasks: nobody can tell any more which of them is meant. */
public final class LinkProtocolException extends PeerMistake {

    public LinkProtocolException(String message) {
        super(message, true);
    }
}
