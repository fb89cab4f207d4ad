package asyfleet.backend.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

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
            scan.add(false, bytes, bytes.length);
        }
        return scan;
    }

    private static Optional<String> place(OutputScan scan) {
        return scan.ownComplaint().map(complaint -> complaint.file() + " " + complaint.line());
    }

    @Test
    void theFirstComplaintAboutTheTasksOwnFilesIsItsPlace() {
        assertEquals(
                Optional.of("main.asy 2"),
                place(scan("draw(;\n     ^\nmain.asy: 2.6: syntax error\nmain.asy: 9.1: another\n")));
    }

    @Test
    void aWarningIsNoComplaint() {
        assertEquals(
                Optional.of("main.asy 4"),
                place(scan("main.asy: 3.5: warning [unused]: x\nmain.asy: 4.1: no matching variable 'y'\n")));
    }

    @Test
    void aLineOfTheSystemsFilesIsNoPlace() {
        assertEquals(Optional.empty(), place(scan(SHIPOUT_FAILED)));
    }

    @Test
    void aLineMayComeInPiecesCutAnywhere() {
        OutputScan scan = new OutputScan(Set.of("größe.asy"));
        byte[] bytes = "größe.asy: 12.3: runtime: no\n".getBytes(StandardCharsets.UTF_8);
        for (byte one : bytes) {
            scan.add(false, new byte[] {one}, 1);
        }
        assertEquals(Optional.of("größe.asy 12"), place(scan));
    }

    @Test
    void aLineWithoutEndIsForgottenBeyondItsBeginning() {
        assertEquals(Optional.of("main.asy 1"), place(scan("x".repeat(1 << 20), "\nmain.asy: 1.1: no\n")));
    }

    @Test
    void whatGoesToTheOtherStreamDoesNotBreakALine() {
        OutputScan scan = scan("main.asy: 2.1: ");
        byte[] other = "half a line".getBytes(StandardCharsets.UTF_8);
        scan.add(true, other, other.length);
        byte[] rest = "no matching variable 'y'\n".getBytes(StandardCharsets.UTF_8);
        scan.add(false, rest, rest.length);
        assertEquals(Optional.of("main.asy 2"), place(scan));
    }

    @Test
    void ofManyComplaintsOnlyTheFirstAreKept() {
        assertEquals(64, scan("main.asy: 1.1: no\n".repeat(10_000)).lines().size());
    }

    @Test
    void anErrorOfTexIsKeptWithTheLinesAfterIt() {
        assertEquals(
                "[! Undefined control sequence., <recently read> \\RR]",
                scan("banner\n! Undefined control sequence.\n<recently read> \\RR\n")
                        .lines()
                        .toString());
    }
}
