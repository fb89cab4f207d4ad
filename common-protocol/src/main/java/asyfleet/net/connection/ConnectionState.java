package asyfleet.net.connection;

import java.util.EnumSet;
import java.util.Set;

/** The states of an {@link HttpConnection}, whose Javadoc names the trigger of each move. */
enum ConnectionState {
    /** No request has its turn. */
    IDLE,
    /** A request is with its handler. */
    SERVING,
    /** The answer to a request is being sent. */
    ANSWERING,
    /** The client was refused for good and may read why. */
    LINGERING,
    /** The connection is a WebSocket. */
    UPGRADED,
    /** The connection has ended, or is about to. */
    CLOSED;

    boolean mayBecome(ConnectionState next) {
        return next().contains(next);
    }

    private Set<ConnectionState> next() {
        return switch (this) {
            case IDLE -> EnumSet.of(SERVING, LINGERING, CLOSED);
            case SERVING -> EnumSet.of(ANSWERING, UPGRADED, CLOSED);
            case ANSWERING -> EnumSet.of(IDLE, CLOSED);
            case LINGERING, UPGRADED, CLOSED -> EnumSet.of(CLOSED);
        };
    }
}
