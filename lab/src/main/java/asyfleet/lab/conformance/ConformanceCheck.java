package asyfleet.lab.conformance;

/**
 * A check of one thing that the protocol promises.
 *
 * @param sentence what it promises
 * @param probe a conversation that shows it
 */
record ConformanceCheck(String sentence, Probe probe) {

    /** Returns if the promise is kept. */
    @FunctionalInterface
    interface Probe {
        void run(ServerUnderTest peer) throws Mismatch;
    }
}
