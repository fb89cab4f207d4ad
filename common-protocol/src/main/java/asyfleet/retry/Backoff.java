package asyfleet.retry;

import java.time.Duration;

/**
 * Pauses between tries of something that fails: each is twice as long as the one before, up to the longest.
 *
 * @param first after the first failure
 */
public record Backoff(Duration first, Duration longest) {

    /** Far more than any pause needs, and few enough that the doubled pause fits into a long. */
    private static final int MOST_DOUBLINGS = 20;

    public Backoff {
        if (first.isNegative() || first.isZero() || first.compareTo(longest) > 0) {
            throw new IllegalArgumentException(
                    "expected a first pause above 0 and up to the longest, got " + first + " and " + longest);
        }
    }

    /** @param failures how many tries in a row have failed, from 1 */
    public Duration pause(int failures) {
        Duration doubled = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        return doubled.compareTo(longest) < 0 ? doubled : longest;
    }

    /**
     * The pause of one of many who failed at the same moment and are not to come back at the same moment.
     *
     * @param jitter a random number from 0 to 1: 0 leaves the whole pause, 1 only half of it
     */
    public Duration pause(int failures, double jitter) {
        Duration whole = pause(failures);
        return whole.minusNanos((long) (whole.toNanos() / 2 * jitter));
    }
}
