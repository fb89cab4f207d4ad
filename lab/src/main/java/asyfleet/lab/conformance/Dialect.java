package asyfleet.lab.conformance;

/** The two servers of the protocol, which differ in a few things. */
enum Dialect {
    /** A queue server: keeps clients waiting, and says {@code denied} to what it does not take. */
    QUEUE_SERVER("/asy", "denied"),
    /** A backend that serves clients itself: has no queue, and says {@code complete} even then. */
    BACKEND("/", "complete");

    private final String path;
    private final String refusal;

    Dialect(String path, String refusal) {
        this.path = path;
        this.refusal = refusal;
    }

    String path() {
        return path;
    }

    /** The verb that ends a conversation in which the client broke the protocol. */
    String refusal() {
        return refusal;
    }
}
