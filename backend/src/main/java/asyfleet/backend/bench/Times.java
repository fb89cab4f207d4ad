package asyfleet.backend.bench;

import java.util.Arrays;
import java.util.Collection;

/** What was measured, in milliseconds, sorted. */
record Times(double[] millis) {

    static Times of(Collection<Long> nanos) {
        double[] millis = nanos.stream().mapToDouble(each -> each / 1e6).toArray();
        Arrays.sort(millis);
        return new Times(millis);
    }

    double median() {
        return quantile(0.5);
    }

    double p95() {
        return quantile(0.95);
    }

    /** The smallest time that so large a part of all does not exceed. */
    private double quantile(double part) {
        return millis[(int) Math.ceil(part * millis.length) - 1];
    }
}
