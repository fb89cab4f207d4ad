package asyfleet.net.http;

/** The meters that bound the uploads of clients. */
@FunctionalInterface
public interface UploadMeters {

    /** Nobody's. */
    UploadMeters NONE = head -> Meter.FREE;

    /**
     * The meter for the body of a request, or for all that is sent over the WebSocket that it asks for. Called on the
     * connection's event loop when the header lines are there; must not block. Throwing {@link HttpError} refuses the
     * request before its body is read.
     *
     * @param head the request without its body
     */
    Meter of(Request head);

    /** Counts what one client sends. Used by all of its connections, so from many threads. */
    @FunctionalInterface
    interface Meter {

        /** Measures nothing. */
        Meter FREE = bytes -> 0;

        /** So many bytes have come; yields for how many nanoseconds no more are to be read, 0 to go on at once. */
        long take(int bytes);
    }
}
