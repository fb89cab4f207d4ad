package asyfleet.retry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BackoffTest {

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(50), Duration.ofMillis(300));

    @Test
    void eachPauseIsTwiceTheOneBeforeUpToTheLongest() {
        List<Long> pauses = IntStream.rangeClosed(1, 5)
                .mapToObj(failures -> BACKOFF.pause(failures).toMillis())
                .toList();

        assertEquals(List.of(50L, 100L, 200L, 300L, 300L), pauses);
    }

    @Test
    void itNeverOverflows() {
        assertEquals(Duration.ofMillis(300), BACKOFF.pause(Integer.MAX_VALUE));
        assertEquals(
                Duration.ofSeconds(1L << 20),
                new Backoff(Duration.ofSeconds(1), Duration.ofDays(365)).pause(Integer.MAX_VALUE));
    }

    @ParameterizedTest
    @CsvSource({"0, 200", "0.5, 150", "1, 100"})
    void jitterTakesUpToHalfOfThePause(double jitter, long millis) {
        assertEquals(Duration.ofMillis(millis), BACKOFF.pause(3, jitter));
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "-1, 1", "2, 1"})
    void aFirstPauseThatIsNoneOrLongerThanTheLongestIsRefused(long first, long longest) {
        assertThrows(
                IllegalArgumentException.class,
                () -> new Backoff(Duration.ofMillis(first), Duration.ofMillis(longest)));
    }
}
