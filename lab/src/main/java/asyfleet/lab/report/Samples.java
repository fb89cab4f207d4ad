package asyfleet.lab.report;

import asyfleet.statistics.Quantile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** Measured numbers and their quantiles. Every quantile is a number that was measured. Used by one thread. */
public final class Samples {

    private final List<Double> values = new ArrayList<>();
    private boolean sorted;

    public static Samples of(Collection<Double> values) {
        Samples samples = new Samples();
        values.forEach(samples::add);
        return samples;
    }

    public static Samples ofNanosAsMillis(Collection<Long> nanos) {
        return of(nanos.stream().map(each -> each / 1e6).toList());
    }

    public void add(double value) {
        values.add(value);
        sorted = false;
    }

    public int count() {
        return values.size();
    }

    /** As {@link Quantile} has it; not a number if there are no values. */
    public double quantile(double share) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        if (!sorted) {
            Collections.sort(values);
            sorted = true;
        }
        return values.get(Quantile.index(share, values.size()));
    }

    public double median() {
        return quantile(0.5);
    }

    public double p95() {
        return quantile(0.95);
    }

    /** Of milliseconds. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, "p50 %8.1f ms   p95 %8.1f ms", median(), p95());
    }
}
