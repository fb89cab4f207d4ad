package asyfleet.lab.chaos.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.history.FleetSample;
import asyfleet.lab.chaos.history.FleetSample.QueueSample;
import asyfleet.lab.chaos.history.HistoryEvent;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class PlotsSvgTest {

    /** An hour of looks; Redis did not answer to some. */
    private static ReportData hour() {
        List<HistoryEvent> events = new ArrayList<>();
        for (int second = 0; second < 3600; second++) {
            Optional<QueueSample> queue = second % 60 == 0
                    ? Optional.empty()
                    : Optional.of(new QueueSample(7, second % 9, 5, 2, 5, 900 + second % 100));
            events.add(new HistoryEvent.Sampled(second, new FleetSample(queue, List.of(), 7, 30 + second % 7)));
        }
        return ReportData.of(ChaosReport.of(1, 80, events, List.of(), List.of()));
    }

    @Test
    void everyPlotShowsTheFaults() {
        List<HistoryEvent> events = List.of(
                new HistoryEvent.Struck(60, 1, FaultKind.KILL_BACKEND, "backend1"),
                new HistoryEvent.Sampled(120, new FleetSample(Optional.empty(), List.of(), 7, 30)));

        String svg = PlotsSvg.of(ReportData.of(ChaosReport.of(1, 80, events, List.of(), List.of())));

        assertTrue(svg.contains("d=\"M218.0,128v5\""), svg);
        assertEquals(8, svg.split("<use href=\"#faults\"/>").length - 1);
        assertTrue(svg.contains(">1 faults<"), svg);
    }

    @Test
    void allPlotsOfAnHourFitIntoOneSmallFile() throws Exception {
        String svg = PlotsSvg.of(hour());

        Document parsed = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
        assertEquals(8, parsed.getElementsByTagName("g").getLength());
        assertTrue(svg.length() < 60_000, () -> svg.length() + " characters");
    }
}
