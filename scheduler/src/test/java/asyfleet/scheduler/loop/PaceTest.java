package asyfleet.scheduler.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {

    private static final long START = Long.MAX_VALUE - 1000;
    private final Pace pace = new Pace(Duration.ofMillis(250), Duration.ofSeconds(1), START);

    @Test
    void theFirstLookIsDueAtOnce() {
        assertEquals(0, pace.nanosUntilDue(true, true, START));
    }

    @Test
    void nothingIsDueWhileNothingChangesAndNobodyWaits() {
        assertEquals(Long.MAX_VALUE, pace.nanosUntilDue(false, false, START));
    }

    @Test
    void aChangeIsLookedAtSoonAndWithoutOneLater() {
        pace.looked(START);

        assertEquals(millis(250), pace.nanosUntilDue(true, true, START));
        assertEquals(millis(150), pace.nanosUntilDue(true, true, START + millis(100)));
        assertEquals(millis(1000), pace.nanosUntilDue(false, true, START));
    }

    @Test
    void lookingNeverTakesMoreThanASmallShareOfTheTime() {
        pace.looked(START);
        pace.took(millis(100));

        assertEquals(millis(2000), pace.nanosUntilDue(true, true, START));
    }

    @Test
    void aNewcomerIsToldInTimeHoweverLongALookTakes() {
        pace.looked(START);
        pace.took(millis(3000));

        assertEquals(millis(5000), pace.nanosUntilDue(true, true, START));
    }

    private static long millis(int millis) {
        return Duration.ofMillis(millis).toNanos();
    }
}
