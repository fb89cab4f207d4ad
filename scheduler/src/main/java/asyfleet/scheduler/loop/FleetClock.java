package asyfleet.scheduler.loop;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Redis' clock, carried on by this machine's between two looks at it. Arrival times come from Redis, and the clocks of
 * two machines differ: comparing with this machine's own would time tasks out early or late. Owned by the loop's thread.
 */
final class FleetClock {

    private final LongSupplier nanoTime;
    private long millis;
    private long setAtNanos;

    FleetClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void set(long redisMillis) {
        millis = redisMillis;
        setAtNanos = nanoTime.getAsLong();
    }

    long millis() {
        return millis + TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - setAtNanos);
    }
}
