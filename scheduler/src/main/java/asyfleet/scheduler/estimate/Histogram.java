package asyfleet.scheduler.estimate;

/**
 * A histogram of how long runs of one sort took, the recent ones counting more.
 *
 * <p>A run that was cut short by its limit says only that it would have taken longer. Counting it as finished would
 * teach that nothing takes more than the limit, and forgetting it would teach that nothing long exists; so each bucket
 * keeps apart how many ended in it and how many were last seen in it, and the chance to end is taken from those that
 * were still there (the estimator of Kaplan and Meier).
 *
 * <p>Confined to the thread that owns the {@link Experience}.
 */
final class Histogram {

    /** After that many more runs a run counts half. */
    private static final double HALF_LIFE = 500;

    private static final double GROWTH = Math.pow(2, 1 / HALF_LIFE);
    private static final double RESCALE_AT = 1e9;

    private final double[] ended = new double[Buckets.COUNT];
    private final double[] cut = new double[Buckets.COUNT];
    /** Grows instead of all older weights shrinking. */
    private double weight = 1;

    void add(double millis, boolean byItself) {
        (byItself ? ended : cut)[Buckets.indexOf(millis)] += weight;
        weight *= GROWTH;
        if (weight > RESCALE_AT) {
            rescale();
        }
    }

    /** For every bucket, the chance that a run that reaches it ends in it; what was never seen is as assumed. */
    double[] chancesToEnd(double[] assumed) {
        double[] chances = new double[Buckets.COUNT];
        double there = 0;
        for (int i = Buckets.COUNT - 1; i >= 0; i--) {
            double seenToEnd = ended[i] / weight + assumed[i];
            double seenLast = cut[i] / weight;
            there += seenToEnd + seenLast;
            // Those that were cut were there for half of the bucket, as far as anybody knows.
            chances[i] = seenToEnd / (there - seenLast / 2);
        }
        return chances;
    }

    private void rescale() {
        for (int i = 0; i < Buckets.COUNT; i++) {
            ended[i] /= weight;
            cut[i] /= weight;
        }
        weight = 1;
    }
}
