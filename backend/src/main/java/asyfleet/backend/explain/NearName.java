package asyfleet.backend.explain;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The name that somebody meant who wrote another one. */
final class NearName {

    private static final int SHORTEST = 3;
    private static final int LONGEST = 40;
    private static final int LONG = 5;

    /** @param caseDistance the same, if it matters whether a letter is upper or lower case */
    private record Near(String name, int distance, int caseDistance) {}

    private NearName() {}

    /** The nearest of these names, if one is near enough that a slip of the fingers explains the difference. */
    static Optional<String> of(String wrong, Collection<String> names) {
        if (wrong.length() < SHORTEST || wrong.length() > LONGEST) {
            return Optional.empty();
        }
        int most = wrong.length() < LONG ? 1 : 2;
        return names.stream()
                .filter(name -> !name.equals(wrong)
                        && name.length() >= SHORTEST
                        && Math.abs(name.length() - wrong.length()) <= most)
                .map(name -> new Near(
                        name,
                        distance(wrong.toLowerCase(Locale.ROOT), name.toLowerCase(Locale.ROOT)),
                        distance(wrong, name)))
                .filter(near -> near.distance <= most)
                .min(Comparator.comparingInt(Near::distance)
                        .thenComparingInt(Near::caseDistance)
                        .thenComparing(Near::name))
                .map(Near::name);
    }

    /** Letters left out, added, changed or swapped with their neighbour. */
    static int distance(String one, String other) {
        int[][] cost = new int[one.length() + 1][other.length() + 1];
        for (int i = 0; i <= one.length(); i++) {
            for (int j = 0; j <= other.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, one, other, i, j);
            }
        }
        return cost[one.length()][other.length()];
    }

    private static int step(int[][] cost, String one, String other, int i, int j) {
        int change = cost[i - 1][j - 1] + (same(one, i - 1, other, j - 1) ? 0 : 1);
        int best = Math.min(change, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
        boolean swapped = i > 1 && j > 1 && same(one, i - 1, other, j - 2) && same(one, i - 2, other, j - 1);
        return swapped ? Math.min(best, cost[i - 2][j - 2] + 1) : best;
    }

    private static boolean same(String one, int i, String other, int j) {
        return one.charAt(i) == other.charAt(j);
    }
}
