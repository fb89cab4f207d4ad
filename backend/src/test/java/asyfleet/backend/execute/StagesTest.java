package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.explain.OutputScan;
import asyfleet.backend.sandbox.Usage;
import asyfleet.protocol.task.verdict.Stage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class StagesTest {

    private static final String SHIPOUT_FAILED =
            "/usr/share/asymptote/plain_shipout.asy: 116.11: runtime: shipout failed\n";

    /** Processes as name and state, as in {@code asy R}. */
    private static Stage stage(String... processes) {
        return Stages.of(new Usage(Arrays.stream(processes)
                .map(process -> process.split(" "))
                .map(process -> new Usage.Running(1, process[0], process[1].charAt(0), 1, 0))
                .toList()));
    }

    @Test
    void asymptoteThatRunsIsTheStageAlthoughTexWaitsBesideIt() {
        assertEquals(Stage.ASYMPTOTE, stage("sh S", "asy R", "latex S"));
    }

    @Test
    void texIsTheStageWhenAsymptoteWaitsForIt() {
        assertEquals(Stage.TEX, stage("sh S", "asy S", "latex R"));
        assertEquals(Stage.TEX, stage("sh S", "asy S", "pdflatex S"));
    }

    @Test
    void aConverterIsTheStageWheneverThereIsOne() {
        assertEquals(Stage.CONVERT, stage("sh S", "asy S", "latex S", "dvisvgm R"));
        assertEquals(Stage.CONVERT, stage("sh S", "asy S", "gs R"));
    }

    @Test
    void aloneAsymptoteIsTheStage() {
        assertEquals(Stage.ASYMPTOTE, stage("sh S", "asy S"));
        assertEquals(Stage.ASYMPTOTE, stage());
    }

    @Test
    void anErrorOfTexIsTheStageOfAFailedShipout() {
        OutputScan scan = scan("! Undefined control sequence.\n", SHIPOUT_FAILED);
        assertTrue(scan.texComplained());
        assertEquals(Stage.TEX, Stages.of(scan));
    }

    @Test
    void aShipoutThatFailedWithoutAWordOfTexFailedInAConverter() {
        assertEquals(Stage.CONVERT, Stages.of(scan(SHIPOUT_FAILED)));
    }

    @Test
    void anyOtherFailureIsAsymptotes() {
        OutputScan scan = scan("What a surprise! It failed\n");
        assertFalse(scan.texComplained());
        assertEquals(Stage.ASYMPTOTE, Stages.of(scan));
    }

    private static OutputScan scan(String... pieces) {
        OutputScan scan = new OutputScan(Set.of("main.asy"));
        for (String piece : pieces) {
            byte[] bytes = piece.getBytes(StandardCharsets.UTF_8);
            scan.add(false, bytes, bytes.length);
        }
        return scan;
    }
}
