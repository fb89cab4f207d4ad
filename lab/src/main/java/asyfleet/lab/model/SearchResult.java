package asyfleet.lab.model;

import java.util.List;
import java.util.Optional;

/**
 * The outcome of a search.
 *
 * @param steps how many steps were tried between the states
 * @param depth how many steps it takes at most to reach a state
 * @param broken the promise that was found broken, if any
 */
record SearchResult(int states, long steps, int depth, Optional<Broken> broken) {

    /** @param history the shortest way to a state in which the promise does not hold */
    record Broken(Promise promise, List<String> history) {

        String describe() {
            StringBuilder text = new StringBuilder("BROKEN: " + promise.text + "\n");
            for (int i = 0; i < history.size(); i++) {
                text.append("%4d  %s%n".formatted(i + 1, history.get(i)));
            }
            return text.toString();
        }
    }
}
