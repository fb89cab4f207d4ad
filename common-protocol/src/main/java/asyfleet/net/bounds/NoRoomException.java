package asyfleet.net.bounds;

import java.io.IOException;

/**
 * The failure of an answer for which there is no room, because too much waits for slow readers. Expected, so it has no
 * stack trace.
 */
public final class NoRoomException extends IOException {

    public static final String MESSAGE = "too much waits for slow readers on this server; try again in a moment";

    public NoRoomException() {
        super(MESSAGE);
    }

    @Override
    public synchronized Throwable fillInStackTrace() {
        return this;
    }
}
