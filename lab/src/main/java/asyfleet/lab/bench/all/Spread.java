package asyfleet.lab.bench.all;

import java.util.Collection;
import java.util.List;

/** The lowest, the middle and the highest of several measurements of the same thing. */
record Spread(double low, double middle, double high) {

    static Spread of(Collection<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("no value, expected at least one");
        }
        List<Double> sorted = values.stream().sorted().toList();
        return new Spread(sorted.get(0), sorted.get((sorted.size() - 1) / 2), sorted.get(sorted.size() - 1));
    }

    static Spread of(double value) {
        return new Spread(value, value, value);
    }
}
