package asyfleet.queueserver.stats;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The times of the tasks of this queue server in the last minute.
 *
 * @param waits from submission to the start
 * @param runs of programs, as far as backends say it
 * @param estimates of waits, as those who wait were told
 * @param errors how far the first estimate of a wait was off, either way
 */
public record TaskTimes(RecentTimes waits, RecentTimes runs, RecentTimes estimates, RecentTimes errors) {

    private static final Duration USUAL_RETRY = Duration.ofSeconds(5);
    private static final Duration LONGEST_RETRY = Duration.ofMinutes(1);

    public static TaskTimes by(LongSupplier nanoClock) {
        return new TaskTimes(
                new RecentTimes(nanoClock),
                new RecentTimes(nanoClock),
                new RecentTimes(nanoClock),
                new RecentTimes(nanoClock));
    }

    /** When one who was refused for the load should come again: after what half of those who wait were told to wait. */
    public Duration retryAfter() {
        Duration told = estimates
                .percentiles()
                .map(lately -> Duration.ofMillis(lately.p50()))
                .orElse(USUAL_RETRY);
        return told.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : told;
    }
}
