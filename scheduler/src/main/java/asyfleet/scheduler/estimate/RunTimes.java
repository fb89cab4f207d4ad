package asyfleet.scheduler.estimate;

import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Levels;

/**
 * The statistics of how long tasks run: default tasks, shells, and the tasks of every level each by themselves, since
 * who asks for more time usually needs it.
 *
 * <p>Confined to the thread that owns the {@link Experience}.
 */
final class RunTimes {

    /** Before anything ended: most runs take from 0.4 s to 3 s. Weighs as much as this many runs. */
    private static final double ASSUMED_RUNS = 4;

    private static final double ASSUMED_MEDIAN_MILLIS = 1_000;
    private static final double[] ASSUMED = assumed();

    private final Levels levels;
    private final Histogram[] sorts;

    RunTimes(Levels levels) {
        this.levels = levels;
        this.sorts = new Histogram[2 + levels.count()];
        for (int i = 0; i < sorts.length; i++) {
            sorts[i] = new Histogram();
        }
    }

    void add(ActiveRun run, double ranMillis, boolean byItself) {
        sorts[sortOf(run.task().demand(), levels)].add(ranMillis, byItself);
    }

    /** One curve for each {@link #sortOf}. */
    Survival[] curves() {
        Survival[] curves = new Survival[sorts.length];
        for (int i = 0; i < sorts.length; i++) {
            curves[i] = new Survival(sorts[i].chancesToEnd(ASSUMED));
        }
        return curves;
    }

    static int sortOf(Demand demand, Levels levels) {
        return switch (demand.kind()) {
            case DEFAULT -> 0;
            case INTERACTIVE -> 1;
            case SPECIFIC -> 2 + levels.levelFor(demand.millis());
        };
    }

    /** A log-logistic distribution of shape 2: one run in a hundred takes ten times the median. */
    private static double[] assumed() {
        double[] ends = new double[Buckets.COUNT];
        for (int i = 0; i < ends.length; i++) {
            ends[i] = ASSUMED_RUNS * (assumedShareUpTo(i + 1) - assumedShareUpTo(i));
        }
        return ends;
    }

    private static double assumedShareUpTo(int bucket) {
        double ratio = Buckets.lowerMillis(bucket) / ASSUMED_MEDIAN_MILLIS;
        return ratio * ratio / (1 + ratio * ratio);
    }
}
