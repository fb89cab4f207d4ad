package asyfleet.lab.chaos.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FleetMeterTest {

    /** As the hash of running tasks has them. */
    @ParameterizedTest
    @CsvSource({"5, false", "5.001, true", "20, true", "86400, false", "interactive, false"})
    void aTaskOfTheSlowerLevelIsSlowAndAShellIsNot(String seconds, boolean slow) {
        assertEquals(slow, FleetMeter.isSlow(seconds));
    }
}
