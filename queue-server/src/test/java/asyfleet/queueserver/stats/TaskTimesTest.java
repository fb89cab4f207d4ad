package asyfleet.queueserver.stats;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TaskTimesTest {

    private final TaskTimes times = TaskTimes.by(System::nanoTime);

    @Test
    void whoIsRefusedComesAgainWhenHalfOfThoseWhoWaitWillHaveStarted() {
        times.estimates().add(2_000);
        times.estimates().add(9_000);
        times.estimates().add(12_000);

        assertEquals(Duration.ofSeconds(9), times.retryAfter());
    }

    @Test
    void whereNobodyWaitsItIsAMomentAndNeverMoreThanAMinute() {
        assertEquals(Duration.ofSeconds(5), times.retryAfter());

        times.estimates().add(3_600_000);

        assertEquals(Duration.ofMinutes(1), times.retryAfter());
    }
}
