package asyfleet.backend.execute;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The pauses of a thread that ought to look again and again. A pause that is more than a second longer than the period is
 * a stall: the process, or the whole machine, stood still, because it was stopped, collected garbage, swapped, or was
 * moved to another host. What did not happen meanwhile is nobody's fault but ours.
 *
 * <p>Owned by that thread.
 */
final class StallWatch {

    private static final Duration UNPUNCTUAL = Duration.ofSeconds(1);

    private final LongSupplier nanoClock;
    private final long shortestStallNanos;
    private long lookedNanos;
    private long longestNanos;
    private long stallEndNanos;

    /** @param period from one look to the next */
    StallWatch(Duration period, LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.shortestStallNanos = period.plus(UNPUNCTUAL).toNanos();
        this.lookedNanos = nanoClock.getAsLong();
    }

    /** Looks; returns how long the stall was that ends now, if there was one. */
    Optional<Duration> look() {
        long now = nanoClock.getAsLong();
        long pause = now - lookedNanos;
        lookedNanos = now;
        if (pause < shortestStallNanos) {
            return Optional.empty();
        }
        longestNanos = Math.max(longestNanos, pause);
        stallEndNanos = now;
        return Optional.of(Duration.ofNanos(pause));
    }

    /** The longest stall so far. */
    Optional<Duration> longest() {
        look();
        return longestNanos == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(longestNanos));
    }

    /** Whether some of this last time was lost to a stall. */
    boolean spoiled(Duration lastTime) {
        look();
        return longestNanos > 0 && nanoClock.getAsLong() - stallEndNanos < lastTime.toNanos();
    }
}
