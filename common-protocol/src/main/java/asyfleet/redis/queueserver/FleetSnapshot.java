package asyfleet.redis.queueserver;

import asyfleet.redis.schema.PoolFigures;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

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

    /** Two fleets as one. */
    public FleetSnapshot plus(FleetSnapshot other) {
        return new FleetSnapshot(
                numbers.plus(other.numbers),
                led && other.led,
                Stream.concat(durations.stream(), other.durations.stream()).toList(),
                Stream.concat(machines.stream(), other.machines.stream())
                        .sorted(Comparator.comparing(MachineFigures::name))
                        .toList());
    }

    /**
     * A backend process.
     *
     * @param name what it calls itself; empty for slots of other programs, which name no process
     * @param busy how many of its slots have a task
     */
    public record MachineFigures(String name, int slots, int busy, PoolFigures pool) {}
}
