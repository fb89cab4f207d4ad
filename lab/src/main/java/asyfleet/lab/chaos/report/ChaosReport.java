package asyfleet.lab.chaos.report;

import asyfleet.lab.chaos.check.FaultRow;
import asyfleet.lab.chaos.check.Violation;
import asyfleet.lab.chaos.history.HistoryEvent;
import java.util.List;

/**
 * All that a run showed.
 *
 * @param events the whole history, of which the plots are made
 */
public record ChaosReport(
        long seed,
        int load,
        RunFigures figures,
        List<FaultRow> faults,
        List<Violation> violations,
        List<HistoryEvent> events) {

    public static ChaosReport of(
            long seed, int load, List<HistoryEvent> events, List<Violation> violations, List<FaultRow> faults) {
        return new ChaosReport(seed, load, RunFigures.of(events), faults, violations, events);
    }
}
