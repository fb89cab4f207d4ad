package asyfleet.queueserver.stats;

import asyfleet.statistics.Quantile;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Times of the last minute, such as how long tasks waited, and their percentiles. At most {@link #MOST} are kept, the
 * newest. Written by the owners of tasks and read by whoever takes a sample: hence synchronized, and each call is short.
 */
public final class RecentTimes {

    static final int MOST = 1000;
    static final Duration WINDOW = Duration.ofMinutes(1);

    private final LongSupplier nanoClock;
    private final Deque<Entry> entries = new ArrayDeque<>();

    private record Entry(long nanos, long millis) {}

    /** The middle and the slow end of some times, in milliseconds. */
    public record Percentiles(long p50, long p95) {}

    RecentTimes(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    public synchronized void add(long millis) {
        entries.addLast(new Entry(nanoClock.getAsLong(), millis));
        if (entries.size() > MOST) {
            entries.removeFirst();
        }
    }

    /** Of the last minute; empty if there was nothing. */
    synchronized Optional<Percentiles> percentiles() {
        long now = nanoClock.getAsLong();
        while (!entries.isEmpty() && now - entries.peekFirst().nanos > WINDOW.toNanos()) {
            entries.removeFirst();
        }
        long[] sorted = entries.stream().mapToLong(Entry::millis).sorted().toArray();
        return sorted.length == 0 ? Optional.empty() : Optional.of(new Percentiles(at(sorted, 0.5), at(sorted, 0.95)));
    }

    private static long at(long[] sorted, double share) {
        return sorted[Quantile.index(share, sorted.length)];
    }
}
