package asyfleet.lab.bench.all;

import java.util.Locale;
import java.util.Optional;

/** A bound of a figure, or of its ratio to the peer's. */
record Goal(Kind kind, double bound) {

    enum Kind {
        AT_MOST("≤ ", ""),
        RATIO_AT_MOST("≤ ", "×"),
        RATIO_AT_LEAST("≥ ", "×");

        private final String before;
        private final String after;

        Kind(String before, String after) {
            this.before = before;
            this.after = after;
        }
    }

    static Goal atMost(double bound) {
        return new Goal(Kind.AT_MOST, bound);
    }

    static Goal ratioAtMost(double bound) {
        return new Goal(Kind.RATIO_AT_MOST, bound);
    }

    static Goal ratioAtLeast(double bound) {
        return new Goal(Kind.RATIO_AT_LEAST, bound);
    }

    /** Whether the middle of the measurements is within it; nobody knows without a peer if it is about the ratio. */
    Optional<Boolean> isMet(Spread ours, Optional<Double> ratio) {
        return switch (kind) {
            case AT_MOST -> Optional.of(ours.middle() <= bound);
            case RATIO_AT_MOST -> ratio.map(value -> value <= bound);
            case RATIO_AT_LEAST -> ratio.map(value -> value >= bound);
        };
    }

    @Override
    public String toString() {
        return kind.before + BenchRow.number(bound) + kind.after;
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
