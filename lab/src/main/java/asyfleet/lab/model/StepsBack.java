package asyfleet.lab.model;

import java.util.function.IntConsumer;

/** The steps of a search, to be followed backwards: for each state those from which one step leads to it. */
final class StepsBack {

    private final int[] starts;
    private final int[] sources;

    /** @param steps pairs: from which state to which */
    StepsBack(IntList steps, int states) {
        starts = new int[states + 1];
        for (int i = 1; i < steps.size(); i += 2) {
            starts[steps.get(i) + 1]++;
        }
        for (int state = 0; state < states; state++) {
            starts[state + 1] += starts[state];
        }
        sources = new int[steps.size() / 2];
        int[] filled = starts.clone();
        for (int i = 0; i < steps.size(); i += 2) {
            sources[filled[steps.get(i + 1)]++] = steps.get(i);
        }
    }

    void forEach(int state, IntConsumer source) {
        for (int i = starts[state]; i < starts[state + 1]; i++) {
            source.accept(sources[i]);
        }
    }
}
