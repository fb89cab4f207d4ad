package asyfleet.lab.chaos.report;

import asyfleet.lab.chaos.check.FaultRow;
import asyfleet.lab.chaos.check.Violation;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.Remarked;
import java.util.List;

/**
 * All that a run showed.
 *
 * @param remarks about the run itself
 * @param events the whole history, of which the plots are made
 */
public record ChaosReport(
        long seed,
        int load,
        RunFigures figures,
        List<FaultRow> faults,
        List<Violation> violations,
        List<Remarked> remarks,
        List<HistoryEvent> events) {

    public static ChaosReport of(
            long seed, int load, List<HistoryEvent> events, List<Violation> violations, List<FaultRow> faults) {
        List<Remarked> remarks = events.stream()
                .filter(Remarked.class::isInstance)
                .map(Remarked.class::cast)
                .toList();
        return new ChaosReport(seed, load, RunFigures.of(events), faults, violations, remarks, events);
    }
}
