package asyfleet.scheduler.estimate;

import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Levels;

/** An immutable copy of an {@link Experience} at one moment, for any thread. */
public final class Forecast {

    private final Levels levels;
    private final Survival[] curves;
    private final Arrivals.Stream[] arrivals;

    Forecast(Levels levels, Survival[] curves, Arrivals.Stream[] arrivals) {
        this.levels = levels;
        this.curves = curves;
        this.arrivals = arrivals;
    }

    /**
     * How long a task would take in all if nothing limited it.
     *
     * @param elapsedMillis how long it has run already
     * @param quantile 0 for the shortest of such runs, 1 for the longest
     */
    public long totalMillis(Demand demand, long elapsedMillis, double quantile) {
        Survival curve = curves[RunTimes.sortOf(demand, levels)];
        return Math.round(curve.totalMillis(Math.max(0, elapsedMillis), quantile));
    }

    Arrivals.Stream arrivals(int priority) {
        return arrivals[priority];
    }
}
