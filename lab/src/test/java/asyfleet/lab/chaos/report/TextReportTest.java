package asyfleet.lab.chaos.report;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.chaos.history.HistoryEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextReportTest {

    @Test
    void remarksStandBelowTheVerdict() {
        List<HistoryEvent> events = List.of(new HistoryEvent.Remarked(12, "the replica is not in sync"));

        String text = new TextReport(ChaosReport.of(1, 80, events, List.of(), List.of())).toString();

        assertTrue(
                text.endsWith(String.format("every promise held%nremark at 12.0 s: the replica is not in sync")), text);
    }
}
