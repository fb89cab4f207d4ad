package asyfleet.client.render.plan;

/** A mistake on the command line, found before anything is sent; the message says what was expected. */
public final class PlanMistake extends RuntimeException {

    private static final long serialVersionUID = 1L;

    PlanMistake(String message) {
        super(message);
    }
}
