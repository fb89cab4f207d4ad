package asyfleet.scheduler.simulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Numbers, and the one below which a share of them lies. */
final class Samples {

    private final List<Double> values = new ArrayList<>();
    private boolean sorted;

    void add(double value) {
        values.add(value);
        sorted = false;
    }

    int count() {
        return values.size();
    }

    /** Not a number if there are none. */
    double quantile(double share) {
        if (values.isEmpty()) {
            return Double.NaN;
        }
        if (!sorted) {
            Collections.sort(values);
            sorted = true;
        }
        return values.get((int) Math.min(values.size() - 1, Math.floor(share * values.size())));
    }
}
