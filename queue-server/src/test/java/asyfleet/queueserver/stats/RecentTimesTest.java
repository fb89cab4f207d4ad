package asyfleet.queueserver.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.queueserver.stats.RecentTimes.Percentiles;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecentTimesTest {

    private long nanos;
    private final RecentTimes times = new RecentTimes(() -> nanos);

    @Test
    void thePercentilesAreValuesThatOccurred() {
        for (int millis = 100; millis >= 1; millis--) {
            times.add(millis);
        }

        assertEquals(Optional.of(new Percentiles(50, 95)), times.percentiles());
    }

    @Test
    void oneValueIsBothTheMiddleAndTheEnd() {
        times.add(7);

        assertEquals(Optional.of(new Percentiles(7, 7)), times.percentiles());
    }

    @Test
    void aMinuteLaterNothingIsLeft() {
        times.add(7);
        nanos += Duration.ofSeconds(60).toNanos();
        assertEquals(Optional.of(new Percentiles(7, 7)), times.percentiles());

        nanos += 1;
        assertEquals(Optional.empty(), times.percentiles());
    }

    @Test
    void ofVeryManyTheNewestAreKept() {
        times.add(1_000_000);
        for (int i = 0; i < RecentTimes.MOST; i++) {
            times.add(5);
        }

        assertEquals(Optional.of(new Percentiles(5, 5)), times.percentiles());
    }
}
