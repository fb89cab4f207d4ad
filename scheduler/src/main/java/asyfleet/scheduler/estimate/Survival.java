package asyfleet.scheduler.estimate;

/** The chance that a run takes longer than a given time, as a falling curve; immutable. */
final class Survival {

    /** Entry i: the chance to reach bucket i. One more entry than buckets; the last is 0. */
    private final double[] reaches = new double[Buckets.COUNT + 1];

    Survival(double[] chancesToEnd) {
        reaches[0] = 1;
        for (int i = 0; i < Buckets.COUNT; i++) {
            reaches[i + 1] = reaches[i] * (1 - chancesToEnd[i]);
        }
        reaches[Buckets.COUNT] = 0;
    }

    /**
     * How long a run takes in all that has taken {@code elapsed} already, if it is luckier than the share {@code
     * quantile} of such runs: 0.5 gives the median.
     */
    double totalMillis(double elapsed, double quantile) {
        double target = longerThan(elapsed) * (1 - quantile);
        int bucket = bucketThatCrosses(target);
        double high = reaches[bucket];
        double low = reaches[bucket + 1];
        double part = high > low ? (high - target) / (high - low) : 0;
        return Math.max(elapsed, between(bucket, part));
    }

    private double longerThan(double millis) {
        int bucket = Buckets.indexOf(millis);
        double lower = Buckets.lowerMillis(bucket);
        double part = Math.min(1, (millis - lower) / (Buckets.lowerMillis(bucket + 1) - lower));
        return reaches[bucket] + part * (reaches[bucket + 1] - reaches[bucket]);
    }

    /** The last bucket that is reached with more than the target chance. */
    private int bucketThatCrosses(double target) {
        int low = 0;
        int high = Buckets.COUNT - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (reaches[middle] > target) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private static double between(int bucket, double part) {
        double lower = Buckets.lowerMillis(bucket);
        return lower + part * (Buckets.lowerMillis(bucket + 1) - lower);
    }
}
