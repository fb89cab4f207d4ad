package asyfleet.lab.bench.all;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmUpTest {

    @ParameterizedTest
    @CsvSource({"0.019, true", "0, true", "-0.01, true", "0.05, false", "-0.057, false"})
    void compilersAreQuietIfTheirShareHardlyChanges(double share, boolean quiet) {
        assertEquals(quiet, WarmUp.isQuiet(share));
    }
}
