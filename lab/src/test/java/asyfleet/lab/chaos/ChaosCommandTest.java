package asyfleet.lab.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.lab.LabMain;
import asyfleet.lab.chaos.history.FaultKind;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void allFaultsAreListed() {
        assertEquals(0, run("chaos", "--list-faults"));
        assertEquals(FaultKind.values().length, out.toString().lines().count());
    }
}
