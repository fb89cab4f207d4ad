package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.verdict.Stage;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OutputScanTest {

    private static final String SHIPOUT_FAILED =
            "/usr/share/asymptote/plain_shipout.asy: 116.11: runtime: shipout failed\n";

    private static OutputScan scan(String... pieces) {
        OutputScan scan = new OutputScan(Set.of("main.asy", "größe.asy"));
        for (String piece : pieces) {
            byte[] bytes = piece.getBytes(StandardCharsets.UTF_8);
            scan.add(bytes, bytes.length);
        }
        return scan;
    }

    private static Optional<OutputScan.Place> place(String file, int line) {
        return Optional.of(new OutputScan.Place(file, line));
    }

    @Test
    void theFirstComplaintAboutTheTasksOwnFilesIsItsPlace() {
        assertEquals(
                place("main.asy", 2),
                scan("draw(;\n     ^\nmain.asy: 2.6: syntax error\nmain.asy: 9.1: another\n")
                        .place());
    }

    @Test
    void aWarningIsNoComplaint() {
        assertEquals(
                place("main.asy", 4),
                scan("main.asy: 3.5: warning [unused]: x\nmain.asy: 4.1: no matching variable 'y'\n")
                        .place());
    }

    @Test
    void aLineOfTheSystemsFilesIsNoPlace() {
        assertEquals(Optional.empty(), scan(SHIPOUT_FAILED).place());
    }

    @Test
    void aLineMayComeInPiecesCutAnywhere() {
        OutputScan scan = new OutputScan(Set.of("größe.asy"));
        byte[] bytes = "größe.asy: 12.3: runtime: no\n".getBytes(StandardCharsets.UTF_8);
        for (byte one : bytes) {
            scan.add(new byte[] {one}, 1);
        }
        assertEquals(place("größe.asy", 12), scan.place());
    }

    @Test
    void aLineWithoutEndIsForgottenBeyondItsBeginning() {
        assertEquals(
                place("main.asy", 1),
                scan("x".repeat(1 << 20), "\nmain.asy: 1.1: no\n").place());
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
}
