package asyfleet.scheduler.estimate;

/**
 * The buckets of run times: each is wider than the one before by the same factor, so that a tenth of a second counts
 * among short runs and does not among long ones.
 */
final class Buckets {

    private static final int PER_DOUBLING = 8;
    private static final double FIRST_MILLIS = 20;
    /** Up to eleven minutes; what runs longer counts as that long. */
    static final int COUNT = 15 * PER_DOUBLING + 1;

    private Buckets() {}

    static int indexOf(double millis) {
        if (millis < FIRST_MILLIS) {
            return 0;
        }
        int index = 1 + (int) (Math.log(millis / FIRST_MILLIS) / Math.log(2) * PER_DOUBLING);
        return Math.min(index, COUNT - 1);
    }

    static double lowerMillis(int index) {
        return index == 0 ? 0 : FIRST_MILLIS * Math.pow(2, (index - 1) / (double) PER_DOUBLING);
    }
}
