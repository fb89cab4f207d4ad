package asyfleet.queueserver.stats;

import asyfleet.queueserver.stats.RecentTimes.Percentiles;
import asyfleet.redis.queueserver.FleetSnapshot;
import java.time.Instant;
import java.util.Optional;

/**
 * The fleet and the tasks of this queue server at one moment.
 *
 * @param waits of the minute before; empty if no task began to run in it
 */
public record StatsSample(
        Instant time,
        FleetSnapshot fleet,
        Optional<Percentiles> waits,
        Optional<Percentiles> runs,
        Optional<Percentiles> estimateErrors) {

    static StatsSample of(Instant time, FleetSnapshot fleet, TaskTimes tasks) {
        return new StatsSample(
                time,
                fleet,
                tasks.waits().percentiles(),
                tasks.runs().percentiles(),
                tasks.errors().percentiles());
    }
}
