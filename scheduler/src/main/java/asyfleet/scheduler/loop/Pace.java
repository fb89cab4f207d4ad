package asyfleet.scheduler.loop;

import java.time.Duration;

/**
 * The pace of the estimates, which says when the next are due. After a change soon, but never so often that looking
 * takes more than a small share of the time, however many wait; at least every few seconds, so that a newcomer is told
 * in time. Without a change only while somebody waits, because a run that takes longer than foreseen changes an estimate
 * too. Owned by the loop's thread.
 */
final class Pace {

    private static final int SHARE = 20;
    private static final long LONGEST_NANOS = Duration.ofSeconds(5).toNanos();

    private final long afterChangeNanos;
    private final long otherwiseNanos;
    private long lastNanos;
    private long costNanos;

    Pace(Duration afterChange, Duration otherwise, long nowNanos) {
        this.afterChangeNanos = afterChange.toNanos();
        this.otherwiseNanos = otherwise.toNanos();
        this.lastNanos = nowNanos - otherwiseNanos;
    }

    /** A look begins. */
    void looked(long nowNanos) {
        this.lastNanos = nowNanos;
    }

    /** @param costNanos how long the last look took in all, on whatever threads */
    void took(long costNanos) {
        this.costNanos = costNanos;
    }

    long nanosUntilDue(boolean changed, boolean anybodyWaits, long nowNanos) {
        if (!changed && !anybodyWaits) {
            return Long.MAX_VALUE;
        }
        long pause = Math.max(changed ? afterChangeNanos : otherwiseNanos, Math.min(LONGEST_NANOS, costNanos * SHARE));
        return Math.max(0, lastNanos + pause - nowNanos);
    }
}
