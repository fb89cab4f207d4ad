package asyfleet.lab.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.chaos.fleet.FleetLayout;
import asyfleet.lab.chaos.history.FaultKind;
import asyfleet.lab.chaos.report.ChaosReport;
import asyfleet.lab.chaos.report.ReportFiles;
import asyfleet.lab.chaos.report.TextReport;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A minute of the most telling faults. {@code ./asyfleet chaos} has all of them, for as long as one likes. */
@Tag("slow")
@Timeout(900)
class ChaosTest {

    private static final long SEED = 5;
    private static final FleetLayout SMALL = new FleetLayout(2, 2, 2, 2, false, false);
    private static final EnumSet<FaultKind> FAULTS = EnumSet.of(
            FaultKind.KILL_BACKEND,
            FaultKind.KILL_SCHEDULER,
            FaultKind.KILL_QUEUE_SERVER,
            FaultKind.KILL_REDIS,
            FaultKind.CUT_BACKEND);

    @TempDir
    Path directory;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void aFleetThatIsBrokenOnPurposeKeepsItsPromises() throws Exception {
        ChaosSettings settings = new ChaosSettings(Duration.ofSeconds(60), SEED, 40, FAULTS, List.of(SMALL), directory);

        ChaosReport report = new ChaosRun(settings, new PrintStream(printed, true, StandardCharsets.UTF_8)).run();

        assertEquals(List.of(), report.violations(), () -> printed + new TextReport(report).toString());
        assertTrue(report.figures().faults() > 0, printed::toString);
        assertTrue(report.figures().tasks() > 20, printed::toString);
        ReportFiles.write(report, directory);
        assertTrue(Files.readString(directory.resolve("report.html")).contains("\"seed\":" + SEED));
    }
}
