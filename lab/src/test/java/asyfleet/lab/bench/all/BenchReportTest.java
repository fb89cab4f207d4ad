package asyfleet.lab.bench.all;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The report shows each figure with its spread, its peer and its goal, in all three forms. */
final class BenchReportTest {

    private static final BenchRow RATE = BenchRow.of(
                    "The queue", "tasks/s", "/s", Spread.of(List.of(2900.0, 3100.0, 3000.0)))
            .beside("BullMQ", Spread.of(List.of(2000.0, 2100.0, 1900.0)))
            .with(Goal.ratioAtLeast(1.5));
    private static final BenchRow START = BenchRow.of("Start", "`up` is ready", "s", Spread.of(2.6))
            .with(Goal.atMost(2.5))
            .noting("a note");

    private static final BenchReport REPORT = new BenchReport(
            Map.of("processor", "2 × <fast>"), List.of(RATE, START), Map.of("scheduler", List.of(100.0, 101.0)));

    @Test
    void theMiddleOfTheMeasurementsIsComparedWithThePeers() {
        assertEquals(Optional.of(1.5), RATE.ratio());
        assertEquals(Optional.of(true), RATE.isMet());
        assertEquals(Optional.of(false), RATE.with(Goal.ratioAtLeast(1.6)).isMet());
        assertEquals(Optional.of(false), RATE.with(Goal.ratioAtMost(0.2)).isMet());
    }

    @Test
    void aBoundIsComparedWithTheFigureItself() {
        assertEquals(Optional.of(false), START.isMet());
        assertEquals(Optional.of(true), START.with(Goal.atMost(2.6)).isMet());
    }

    @Test
    void aRatioWithoutAPeerIsNeitherMetNorMissed() {
        assertEquals(Optional.empty(), START.with(Goal.ratioAtMost(1)).isMet());
    }

    @Test
    void numbersHaveThreeDigitsOrAllBeforeThePoint() {
        assertEquals("0.187", BenchRow.number(0.18701));
        assertEquals("12.3", BenchRow.number(12.345));
        assertEquals("20", BenchRow.number(20));
        assertEquals("14567", BenchRow.number(14567.4));
        assertEquals("3000 (2900–3100)", BenchRow.spread(RATE.ours()));
        assertEquals("2.6", BenchRow.spread(START.ours()));
    }

    @Test
    void allThreeFormsHaveEveryRow(@TempDir Path directory) throws Exception {
        REPORT.writeTo(directory);
        String text = Files.readString(directory.resolve("report.txt"));
        assertTrue(text.contains("BullMQ 2000 (1900–2100)"), text);
        assertTrue(text.contains("- Start: `up` is ready: a note"), text);
        JsonNode json =
                new ObjectMapper().readTree(directory.resolve("report.json").toFile());
        assertEquals(2, json.path("rows").size());
        assertEquals(1.5, json.path("rows").path(0).path("ratio").asDouble());
        assertFalse(json.path("rows").path(1).path("met").asBoolean());
        String page = Files.readString(directory.resolve("report.html"));
        assertTrue(page.contains("2 × &lt;fast&gt;"), page);
        assertTrue(page.contains("class='ours'"), page);
        assertFalse(page.contains("NaN"), page);
    }
}
