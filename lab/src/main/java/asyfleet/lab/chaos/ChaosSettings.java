package asyfleet.lab.chaos;

import asyfleet.lab.chaos.fleet.FleetLayout;
import asyfleet.lab.chaos.history.FaultKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a run.
 *
 * @param time of all parts together; the start and the end of fleets come on top of it
 * @param every how often a fault begins, whether or not the fleet is whole; empty if each waits until it is
 * @param load percent of the slots that should be busy
 * @param layouts one fleet after the other, with an equal share of the time each but for the first, which has the rest
 * @param directory for reports, the history and the logs
 */
record ChaosSettings(
        Duration time,
        Optional<Duration> every,
        long seed,
        int load,
        Set<FaultKind> faults,
        List<FleetLayout> layouts,
        Path directory) {

    ChaosSettings {
        faults = Set.copyOf(faults);
        layouts = List.copyOf(layouts);
    }
}
