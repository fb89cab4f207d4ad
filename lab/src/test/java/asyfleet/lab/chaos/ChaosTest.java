package asyfleet.lab.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.chaos.check.FaultRow;
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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two minutes of the most telling faults. They do not wait for each other, so that all of them strike, however slow the
 * machine is. {@code ./asyfleet chaos} has all faults, for as long as one likes.
 */
@Tag("slow")
@Timeout(900)
class ChaosTest {

    private static final FleetLayout SMALL = new FleetLayout(2, 2, 2, 2, false, false);
    private static final Duration APART = Duration.ofSeconds(9);

    private static final Set<FaultKind> KINDS = EnumSet.of(
            FaultKind.KILL_BACKEND,
            FaultKind.KILL_SCHEDULER,
            FaultKind.KILL_STANDBY,
            FaultKind.KILL_QUEUE_SERVER,
            FaultKind.KILL_REDIS,
            FaultKind.KILL_REDIS_EMPTY,
            FaultKind.FULL_REDIS,
            FaultKind.STOP_BACKEND,
            FaultKind.STOP_QUEUE_SERVER,
            FaultKind.CUT_BACKEND,
            FaultKind.ROLLING_RESTART);

    /**
     * Of a plan in which Redis has lost its data long before a queue server dies, for both at once may lose tasks, and in which
     * the restart of everything, the longest, is the last.
     */
    private static final long SEED = 572;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @Test
    void aFleetWhosePartsAreKilledStandStillOrForgetKeepsItsPromises() throws Exception {
        // A fault begins only if it is over in time.
        Duration time = APART.multipliedBy(KINDS.size() + 1);
        ChaosSettings settings =
                new ChaosSettings(time, Optional.of(APART), SEED, 40, KINDS, List.of(SMALL), directory);

        ChaosReport report = new ChaosRun(settings, new PrintStream(printed, true, StandardCharsets.UTF_8)).run();

        assertEquals(List.of(), report.violations(), () -> printed + new TextReport(report).toString());
        assertEquals(
                KINDS.stream().map(FaultKind::option).collect(Collectors.toSet()),
                report.faults().stream().map(FaultRow::option).collect(Collectors.toSet()),
                printed::toString);
        assertTrue(report.figures().tasks() > 20, printed::toString);
        ReportFiles.write(report, directory);
        assertTrue(Files.readString(directory.resolve("report.html")).contains("\"seed\":" + SEED));
    }
}
