package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.sandbox.Usage;
import asyfleet.protocol.task.verdict.Stage;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class StagesTest {

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
}
