package asyfleet.scheduler.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTrackerTest {

    private final EstimateTracker tracker =
            new EstimateTracker(new EstimateTracker.Thresholds(0.2, Duration.ofMillis(500), Duration.ofSeconds(1), 2));

    private List<Estimate> news(long now, Estimate... estimates) {
        return tracker.news(List.of(estimates), now);
    }

    private static Estimate a(long waitMillis) {
        return new Estimate("a", waitMillis);
    }

    private static Estimate b(long waitMillis) {
        return new Estimate("b", waitMillis);
    }

    private static Estimate c(long waitMillis) {
        return new Estimate("c", waitMillis);
    }

    @Test
    void theFirstEstimateOfATaskIsSent() {
        assertEquals(List.of(a(5_000)), news(0, a(5_000)));
    }

    @Test
    void anEstimateThatOnlyCountedDownIsNotSent() {
        news(0, a(10_000));
        assertEquals(List.of(), news(4_000, a(6_000)));
        assertEquals(List.of(), news(9_000, a(1_400)));
    }

    @Test
    void anEstimateThatChangedNoticeablyIsSent() {
        news(0, a(10_000));
        assertEquals(List.of(a(8_000)), news(4_000, a(8_000)));
    }

    @Test
    void aChangeOfLessThanTheShareIsNotNoticeable() {
        news(0, a(60_000));
        assertEquals(List.of(), news(2_000, a(65_000)));
        assertEquals(List.of(a(75_000)), news(2_001, a(75_000)));
    }

    @Test
    void aChangeOfLessThanTheLeastTimeIsNotNoticeable() {
        news(0, a(1_500));
        assertEquals(List.of(), news(1_000, a(999)));
        assertEquals(List.of(a(1_000)), news(1_000, a(1_000)));
    }

    @Test
    void aWaitThatLastsLongerThanToldIsNews() {
        news(0, a(1_000));
        assertEquals(List.of(a(700)), news(3_000, a(700)));
    }

    @Test
    void aTaskIsNotToldMoreOftenThanThePauseAllows() {
        news(0, a(1_000));
        assertEquals(List.of(), news(999, a(30_000)));
        assertEquals(List.of(a(30_000)), news(1_000, a(30_000)));
    }

    @Test
    void atMostSoManyAreSentAtOnceAndTheOthersNextTime() {
        assertEquals(List.of(a(1_000), b(2_000)), news(0, a(1_000), b(2_000), c(3_000)));
        assertEquals(List.of(c(3_000)), news(10, a(1_000), b(2_000), c(3_000)));
    }

    @Test
    void whoWasNeverToldAnythingComesBeforeWhoWas() {
        news(0, a(1_000), b(1_000));
        assertEquals(List.of(c(9_000), a(8_000)), news(2_000, a(8_000), b(8_000), c(9_000)));
    }

    @Test
    void aTaskThatNoLongerWaitsIsForgotten() {
        news(0, a(1_000));
        news(100);
        assertEquals(List.of(a(1_000)), news(200, a(1_000)));
    }
}
