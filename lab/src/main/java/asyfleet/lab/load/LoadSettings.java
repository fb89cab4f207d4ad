package asyfleet.lab.load;

import java.time.Duration;
import java.util.Optional;

/**
 * A load.
 *
 * @param users each sends one figure, unless there is a duration
 * @param concurrent figures under way at a time, at most
 * @param duration send figures for that long, however many
 * @param rate figures per second, on a schedule that does not wait for answers; 0: a user sends when another is done
 */
record LoadSettings(int users, int concurrent, Optional<Duration> duration, double rate, LoadMix mix) {

    /** Whether one more figure is sent. */
    boolean goesOn(long sent, Duration elapsed) {
        return duration.map(limit -> elapsed.compareTo(limit) < 0 && isWithin(limit, sent))
                .orElse(sent < users);
    }

    /** Whether the schedule wanted this figure to be sent before the end of the duration. */
    boolean wasDue(long number) {
        return rate > 0 && duration.filter(limit -> isWithin(limit, number)).isPresent();
    }

    private boolean isWithin(Duration limit, long number) {
        return schedule(number).orElse(0L) < limit.toNanos();
    }

    /** When the figure should be sent, in nanoseconds since the start; empty if that is now. */
    Optional<Long> schedule(long number) {
        return rate > 0 ? Optional.of((long) (number * 1e9 / rate)) : Optional.empty();
    }
}
