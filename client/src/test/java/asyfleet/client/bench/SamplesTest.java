package asyfleet.client.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class SamplesTest {

    @Test
    void aPercentileIsAValueThatWasMeasured() {
        Samples samples = Samples.of(List.of(5.0, 1.0, 3.0, 2.0, 4.0));

        assertEquals(3.0, samples.median());
        assertEquals(5.0, samples.percentile(95));
        assertEquals(1.0, samples.percentile(0));
    }

    @Test
    void whatGoesOnAnywayIsTakenOff() {
        CommandCount.Rate idle = new CommandCount.Rate(20, 10, 2);
        CommandCount.Rate busy = new CommandCount.Rate(150, 90, 5);

        assertEquals(new CommandCount.Rate(100, 65, 5), busy.without(idle));
    }
}
