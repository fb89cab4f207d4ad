package asyfleet.lab.conformance;

/** The server did something else than the protocol says: what was expected, and what was seen. */
final class Mismatch extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Mismatch(String expected, String seen) {
        super("expected " + expected + "; saw " + seen);
    }
}
