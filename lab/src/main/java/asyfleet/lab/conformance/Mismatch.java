package asyfleet.lab.conformance;

/** The failure of a check: what the protocol says, and what was seen instead. */
final class Mismatch extends RuntimeException {

    private static final long serialVersionUID = 1L;

    Mismatch(String expected, String seen) {
        super("expected " + expected + "; saw " + seen);
    }
}
