package asyfleet.lab.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.LabMain;
import asyfleet.lab.chaos.fleet.FleetLayout;
import asyfleet.lab.chaos.history.FaultKind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ChaosCommandTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        return LabMain.run(new PrintStream(out, true), new PrintStream(err, true), arguments);
    }

    @ParameterizedTest
    @CsvSource({
        "--faults, kill-everything, there is no fault 'kill-everything'",
        "--load, 120, --load is 120; expected a number from 1 to 100",
        "--every, soon, --every is soon; expected a duration",
        "--minutes, 0, --minutes is 0.0; expected a number from 0.2 to 1440",
    })
    void aSlipIsNamedWithCodeTwo(String option, String value, String expected) {
        assertEquals(2, run("chaos", option, value));
        assertTrue(err.toString().contains(expected), err::toString);
    }

    @Test
    void aSoakHasAFailoverOnlyIfItIsNamed() {
        assertFalse(settings("--every", "10s").faults().contains(FaultKind.REDIS_FAILOVER));
        assertEquals(List.of(FleetLayout.USUAL), settings("--every", "10s").layouts());
        assertTrue(out.toString().contains("left out: redis-failover"), out::toString);
        assertEquals(
                List.of(FleetLayout.WITH_SENTINEL),
                settings("--every", "10s", "--faults", "redis-failover").layouts());
        assertEquals(
                List.of(FleetLayout.USUAL, FleetLayout.WITH_SENTINEL),
                settings().layouts());
    }

    private ChaosSettings settings(String... arguments) {
        ChaosCommand command = new ChaosCommand(new PrintStream(out, true));
        new CommandLine(command).parseArgs(arguments);
        return command.settings();
    }

    @Test
    void allFaultsAreListed() {
        assertEquals(0, run("chaos", "--list-faults"));
        assertEquals(FaultKind.values().length, out.toString().lines().count());
    }
}
