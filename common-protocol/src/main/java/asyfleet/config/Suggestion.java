package asyfleet.config;

import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The guess at what a mistyped word was meant to be: the known word that the fewest single letters turn it into. picocli's
 * own suggestions compare pairs of letters and so miss the commonest slip, two letters swapped in a short word.
 */
final class Suggestion {

    private Suggestion() {}

    /** The nearest word, unless more than a third of the letters would have to change. */
    static Optional<String> nearest(String typed, Stream<String> known) {
        return known.min(Comparator.comparingInt(word -> distance(typed, word)))
                .filter(word -> distance(typed, word) <= Math.max(typed.length(), word.length()) / 3);
    }

    /** Levenshtein's distance: how many letters must be added, removed or replaced. */
    private static int distance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int[] current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
