package asyfleet.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {

    @Test
    void aPercentileIsAValueThatWasMeasured() {
        Samples samples = Samples.of(List.of(5.0, 1.0, 3.0, 2.0, 4.0));

        assertEquals(3.0, samples.median());
        assertEquals(5.0, samples.quantile(0.95));
        assertEquals(1.0, samples.quantile(0.0));
    }
}
