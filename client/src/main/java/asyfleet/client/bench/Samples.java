package asyfleet.client.bench;

import java.util.List;
import java.util.Locale;

/** Measured milliseconds, sorted. */
record Samples(double[] sorted) {

    static Samples of(List<Double> millis) {
        return new Samples(
                millis.stream().mapToDouble(Double::doubleValue).sorted().toArray());
    }

    /** The smallest value that this share of all values does not exceed. */
    double percentile(int percent) {
        int rank = (int) Math.ceil(percent / 100.0 * sorted.length);
        return sorted[Math.max(0, rank - 1)];
    }

    double median() {
        return percentile(50);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "p50 %8.1f ms   p95 %8.1f ms", median(), percentile(95));
    }
}
