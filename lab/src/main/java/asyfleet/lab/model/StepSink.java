package asyfleet.lab.model;

/** The receiver of the steps that are possible in a state. */
@FunctionalInterface
interface StepSink {

    /**
     * @param actor who does it
     * @param subject what it is done to; 0 if nothing
     * @param next the state after it, which is the receiver's from now on
     */
    void step(Move move, int actor, int subject, ModelState next);
}
