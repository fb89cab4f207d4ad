package asyfleet.queueserver.access;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that one caller may still send: so many in a minute, all at once or bit by bit. Kept as the one moment at
 * which the caller would owe nothing any more; what is sent moves it on. Atomic because the caller's connections live
 * on many event loops; the time is passed in.
 */
final class UploadAllowance {

    private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();

    private final double nanosPerByte;
    private final AtomicLong evenAt;

    UploadAllowance(long bytesPerMinute, long nowNanos) {
        this.nanosPerByte = (double) WINDOW_NANOS / bytesPerMinute;
        this.evenAt = new AtomicLong(nowNanos);
    }

    /** How long the caller has to pause after so many more bytes; 0 if it need not. */
    long take(int bytes, long nowNanos) {
        long cost = (long) (bytes * nanosPerByte);
        long even = evenAt.updateAndGet(at -> (at - nowNanos > 0 ? at : nowNanos) + cost);
        return pause(even, nowNanos);
    }

    /** How long the caller has to pause as it is. */
    long pause(long nowNanos) {
        return pause(evenAt.get(), nowNanos);
    }

    /** Whether nothing would change if this were forgotten. */
    boolean isUnused(long nowNanos) {
        return evenAt.get() - nowNanos <= 0;
    }

    private static long pause(long even, long nowNanos) {
        return Math.max(0, even - nowNanos - WINDOW_NANOS);
    }
}
