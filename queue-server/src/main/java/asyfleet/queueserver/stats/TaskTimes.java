package asyfleet.queueserver.stats;

import java.util.function.LongSupplier;

/**
 * How the tasks of this queue server fared in the last minute.
 *
 * @param waits from submission to the start
 * @param runs of programs, as far as backends say it
 * @param errors how far the first estimate of a wait was off, either way
 */
public record TaskTimes(RecentTimes waits, RecentTimes runs, RecentTimes errors) {

    public static TaskTimes by(LongSupplier nanoClock) {
        return new TaskTimes(new RecentTimes(nanoClock), new RecentTimes(nanoClock), new RecentTimes(nanoClock));
    }
}
