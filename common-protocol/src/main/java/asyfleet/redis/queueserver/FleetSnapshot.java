package asyfleet.redis.queueserver;

import asyfleet.redis.schema.PoolFigures;
import java.time.Duration;
import java.util.List;

/**
 * The fleet as a person looks at it, at one moment.
 *
 * @param led whether a scheduler decides
 * @param durations how long each running task may take as it stands now
 * @param machines in the order of their names
 */
public record FleetSnapshot(FleetStats numbers, boolean led, List<Duration> durations, List<MachineFigures> machines) {

    public FleetSnapshot {
        durations = List.copyOf(durations);
        machines = List.copyOf(machines);
    }

    /**
     * A backend process.
     *
     * @param name what it calls itself; empty for slots of other programs, which name no process
     * @param busy how many of its slots have a task
     */
    public record MachineFigures(String name, int slots, int busy, PoolFigures pool) {}
}
