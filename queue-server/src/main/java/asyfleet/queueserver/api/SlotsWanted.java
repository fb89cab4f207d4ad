package asyfleet.queueserver.api;

import asyfleet.redis.queueserver.FleetStats;
import java.time.Duration;

/**
 * The number of slots that the fleet should have now, for those who scale it. Running tasks keep their slots. Those that
 * wait get as many as it takes to begin all of them within the time, if each runs for as long as the last hundred did;
 * never more than one each.
 */
final class SlotsWanted {

    /** The run time of a task before any has run. */
    private static final long GUESS_MILLIS = 1000;

    private SlotsWanted() {}

    static long of(FleetStats now, Duration longestWait) {
        long runs = now.averageMillis() > 0 ? now.averageMillis() : GUESS_MILLIS;
        long forWaiting = -Math.floorDiv(-now.queued() * runs, longestWait.toMillis());
        return now.active() + Math.min(now.queued(), forWaiting);
    }
}
