package asyfleet.client.asy;

/** An option that the fleet does not have, or that has a wrong value; the message names it. */
final class AsyMistake extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AsyMistake(String message) {
        super(message);
    }
}
