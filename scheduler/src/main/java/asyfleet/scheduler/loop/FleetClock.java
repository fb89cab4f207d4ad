package asyfleet.scheduler.loop;

import java.util.concurrent.TimeUnit;

/**
 * The clock of Redis, kept up by the clock of this machine between two looks at it. Arrival times come from Redis, and the
 * clocks of two machines differ: comparing with this machine's own would time tasks out early or late. Owned by the loop's
 * thread.
 */
final class FleetClock {

    private long millis;
    private long setAtNanos;

    void set(long redisMillis) {
        millis = redisMillis;
        setAtNanos = System.nanoTime();
    }

    long millis() {
        return millis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - setAtNanos);
    }
}
