package asyfleet.backend.execute;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Stalls of the whole process, on a clock of the test's own. */
final class StallWatchTest {

    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final Duration STALL = Duration.ofSeconds(5);

    private long nanos = Long.MAX_VALUE - 1; // a clock of nanoseconds may begin anywhere

    private final StallWatch watch = new StallWatch(PERIOD, () -> nanos);

    private void pass(Duration time) {
        nanos += time.toNanos();
    }

    private void lookFor(Duration time) {
        for (long i = 0; i < time.dividedBy(PERIOD); i++) {
            pass(PERIOD);
            assertEquals(Optional.empty(), watch.look());
        }
    }

    @Test
    void aThreadThatLooksInTimeHasNotStalledHoweverLongItRuns() {
        lookFor(Duration.ofMinutes(5));

        assertEquals(Optional.empty(), watch.longest());
        assertFalse(watch.spoiled(Duration.ofMinutes(5)));
    }

    @Test
    void aLookThatIsLateByASecondIsAStall() {
        pass(PERIOD.plusMillis(999));
        assertEquals(Optional.empty(), watch.look());

        pass(PERIOD.plusMillis(1000));
        assertEquals(Optional.of(PERIOD.plusMillis(1000)), watch.look());
    }

    @Test
    void aStallIsSeenByWhoeverRunsFirstWhenItEnds() {
        pass(STALL);

        assertEquals(Optional.of(STALL), watch.longest());
        assertTrue(watch.spoiled(PERIOD));
    }

    @Test
    void theLongestStallIsKept() {
        pass(STALL);
        watch.look();
        pass(Duration.ofSeconds(2));
        watch.look();
        lookFor(Duration.ofSeconds(10));

        assertEquals(Optional.of(STALL), watch.longest());
    }

    @Test
    void aStallSpoilsTheTimeInWhichItEnds() {
        pass(STALL);
        watch.look();
        lookFor(Duration.ofSeconds(2));

        assertTrue(watch.spoiled(Duration.ofSeconds(3)));
        assertFalse(watch.spoiled(Duration.ofSeconds(2)));
    }

    @Test
    void aThreadThatDoesNotAnswerIsStuckWhenItsTimeIsOver() {
        ThreadCheck check = new ThreadCheck(answer -> {}, PERIOD, Duration.ofSeconds(1), () -> nanos);
        assertFalse(check.isStuck());

        for (int i = 0; i < 20; i++) {
            pass(PERIOD);
            assertFalse(check.isStuck());
        }
        pass(PERIOD);
        assertTrue(check.isStuck());
    }

    @Test
    void aThreadIsNotStuckBecauseTheWholeProcessStoodStill() {
        List<Runnable> waiting = new ArrayList<>();
        ThreadCheck check = new ThreadCheck(waiting::add, PERIOD, Duration.ofSeconds(1), () -> nanos);
        assertFalse(check.isStuck());

        pass(STALL);
        assertFalse(check.isStuck(), "it had no time to answer");

        waiting.forEach(Runnable::run);
        pass(PERIOD);
        assertFalse(check.isStuck());
        assertEquals(2, waiting.size(), "asked again");
    }
}
