package asyfleet.testing;

import java.util.Random;

/**
 * Runs a property with many random generators. The seeds are always the same, so a build that passed passes again; a
 * failure names its seed, and {@code -Dasyfleet.seed=N} runs that one alone.
 */
public final class Seeds {

    private static final String REPLAY = "asyfleet.seed";

    private Seeds() {}

    /** A property that is to hold whatever the generator gives. */
    @FunctionalInterface
    public interface Property {
        void check(Random random) throws Exception;
    }

    public static void forEach(int count, Property property) {
        Long replayed = Long.getLong(REPLAY);
        if (replayed != null) {
            check(replayed, property);
            return;
        }
        for (long seed = 0; seed < count; seed++) {
            check(seed, property);
        }
    }

    private static void check(long seed, Property property) {
        try {
            property.check(new Random(seed));
        } catch (Throwable e) {
            throw new AssertionError("failed with seed " + seed + "; replay with -D" + REPLAY + "=" + seed, e);
        }
    }
}
