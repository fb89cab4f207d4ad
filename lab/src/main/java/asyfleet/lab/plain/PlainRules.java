package asyfleet.lab.plain;

import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.SchedulingRules;
import java.time.Duration;

/**
 * The settings of a {@link PlainScheduler}: three levels of the default durations with limits in percent, and the two
 * numbers of admission.
 */
public record PlainRules(int mediumPercent, int slowPercent, int maxWaiting, long timeoutMillis) {

    static final long FAST_MILLIS = 3_000;
    static final long MEDIUM_MILLIS = 10_000;
    static final long SLOW_MILLIS = 30_000;

    /** The same for the core. */
    public SchedulingRules forCore() {
        Levels levels = Levels.parse("3s=100%,10s=" + mediumPercent + "%,30s=" + slowPercent + "%");
        return new SchedulingRules(levels, maxWaiting, Duration.ofMillis(timeoutMillis));
    }
}
