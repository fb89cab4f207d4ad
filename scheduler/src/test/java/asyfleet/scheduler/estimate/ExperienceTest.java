package asyfleet.scheduler.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.QueuePlace;
import asyfleet.scheduler.decide.Task;
import org.junit.jupiter.api.Test;

class ExperienceTest {

    private static final QueuePlace PLACE = new QueuePlace(0, 2, false);
    private static final Demand SLOW = Demand.atMost(30_000);

    private final Experience experience = new Experience(Levels.DEFAULT);

    @Test
    void beforeAnythingEndedMostRunsAreAssumedToTakeAboutASecond() {
        assertNear(1_000, median(Demand.byDefault(), 0));
        assertTrue(experience.forecast(0).totalMillis(Demand.byDefault(), 0, 0.95) < 10_000);
    }

    @Test
    void aFewRunsOutweighWhatWasAssumed() {
        ended(Demand.byDefault(), 30_000, 5_000, 40);
        assertNear(5_000, median(Demand.byDefault(), 0));
    }

    @Test
    void theTasksOfEachLevelAndDefaultTasksAreLearnedApart() {
        ended(Demand.byDefault(), 30_000, 600, 100);
        ended(Demand.atMost(10_000), 10_000, 4_000, 100);
        ended(SLOW, 30_000, 12_000, 100);
        assertNear(600, median(Demand.byDefault(), 0));
        assertNear(4_000, median(Demand.atMost(10_000), 0));
        assertNear(4_000, median(Demand.atMost(5_000), 0));
        assertNear(12_000, median(SLOW, 0));
    }

    @Test
    void whoeverHasRunForLongIsExpectedToRunForLongStill() {
        ended(SLOW, 30_000, 800, 90);
        ended(SLOW, 30_000, 20_000, 10);
        assertNear(800, median(SLOW, 0));
        assertNear(20_000, median(SLOW, 2_000));
    }

    @Test
    void aRunIsNeverExpectedToHaveEndedAlready() {
        ended(SLOW, 30_000, 800, 50);
        for (long elapsed = 0; elapsed < 1_000_000; elapsed += 7_001) {
            assertTrue(experience.forecast(0).totalMillis(SLOW, elapsed, 0.01) >= elapsed, "after " + elapsed + " ms");
        }
    }

    @Test
    void aRunThatItsDurationEndedSaysOnlyThatItWouldHaveTakenLonger() {
        ended(Demand.byDefault(), 30_000, 1_000, 50);
        ended(Demand.byDefault(), 30_000, 20_000, 10);
        ended(Demand.byDefault(), 3_000, 3_000, 40);
        Forecast forecast = experience.forecast(0);
        assertNear(20_000, forecast.totalMillis(Demand.byDefault(), 4_000, 0.5));
        assertNear(20_000, forecast.totalMillis(Demand.byDefault(), 0, 0.75));
    }

    @Test
    void aHaltedShellSaysOnlyThatItWouldHaveTakenLonger() {
        for (int i = 0; i < 50; i++) {
            experience.cut(new ActiveRun(task(Demand.interactive()), 0, Demand.NO_LIMIT, 0), 10);
        }
        assertNear(1_000, median(Demand.interactive(), 0));
    }

    @Test
    void whatHappenedLongAgoFades() {
        ended(Demand.byDefault(), 30_000, 10_000, 1_000);
        ended(Demand.byDefault(), 30_000, 500, 1_000);
        assertNear(500, median(Demand.byDefault(), 0));
        assertTrue(experience.forecast(0).totalMillis(Demand.byDefault(), 0, 0.9) > 9_000);
        ended(Demand.byDefault(), 30_000, 500, 1_000_000);
        assertNear(500, experience.forecast(0).totalMillis(Demand.byDefault(), 0, 0.99));
    }

    @Test
    void aLongerQuantileIsNeverAShorterRun() {
        ended(SLOW, 30_000, 800, 20);
        ended(SLOW, 30_000, 9_000, 20);
        long before = 0;
        for (double quantile = 0; quantile <= 1; quantile += 0.01) {
            long total = experience.forecast(0).totalMillis(SLOW, 0, quantile);
            assertTrue(total >= before, "quantile " + quantile);
            before = total;
        }
    }

    @Test
    void arrivalsAreCountedByPriorityOverTheLastMinute() {
        for (long now = 0; now < 300_000; now += 100) {
            experience.arrived(new Task("live" + now, Demand.byDefault(), PLACE, now));
        }
        assertEquals(0.01, experience.forecast(300_000).arrivals(2).perMilli(), 0.0005);
        assertEquals(0, experience.forecast(300_000).arrivals(1).perMilli());
        assertTrue(experience.forecast(600_000).arrivals(2).perMilli() < 0.0001, "fades when nobody comes");
    }

    @Test
    void afterAFewSecondsTheRateIsAlreadyRight() {
        for (long now = 0; now < 5_000; now += 100) {
            experience.arrived(new Task("live" + now, Demand.byDefault(), PLACE, now));
        }
        assertEquals(0.01, experience.forecast(5_000).arrivals(2).perMilli(), 0.0005);
    }

    @Test
    void shellsAreNoArrivalsBecauseTheyOvertakeNobody() {
        experience.arrived(new Task("shell", Demand.interactive(), PLACE, 0));
        assertEquals(0, experience.forecast(1_000).arrivals(2).perMilli());
    }

    private void ended(Demand demand, long durationMillis, long ranMillis, int times) {
        for (int i = 0; i < times; i++) {
            experience.ended(new ActiveRun(task(demand), 0, durationMillis, 1_000), 1_000 + ranMillis);
        }
    }

    private long median(Demand demand, long elapsed) {
        return experience.forecast(0).totalMillis(demand, elapsed, 0.5);
    }

    private static Task task(Demand demand) {
        return new Task("t", demand, PLACE, 0);
    }

    /** Within a bucket. */
    private static void assertNear(long expected, long actual) {
        assertEquals(expected, actual, expected * 0.1);
    }
}
