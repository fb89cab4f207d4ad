package asyfleet.scheduler.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderTest {

    private static final Order ORDER = new Order(Duration.ofSeconds(60));

    private static Scenario fullFleet() {
        return Scenario.fleet(1, Rules.DEFAULT).fast("running").given();
    }

    private static Task task(String id, int priority, long arrivedAt) {
        return new Task(id, Wish.byDefault(), priority, 0, arrivedAt);
    }

    @Test
    void aHigherPriorityOvertakesWhoeverArrivedWithinTheStep() {
        Scenario scenario = fullFleet()
                .priority(0)
                .fast("batch")
                .after(59_999)
                .priority(1)
                .fast("api")
                .given();
        assertEquals(List.of("dispatch api 3s"), scenario.end("running").decisions());
    }

    @Test
    void aHigherPriorityDoesNotOvertakeWhoeverArrivedBefore() {
        Scenario scenario = fullFleet()
                .priority(0)
                .fast("batch")
                .after(60_001)
                .priority(1)
                .fast("api")
                .given();
        assertEquals(List.of("dispatch batch 3s"), scenario.end("running").decisions());
    }

    @Test
    void twoPrioritiesApartAreTwoStepsApart() {
        assertTrue(ORDER.score(task("live", 2, 119_999)) < ORDER.score(task("batch", 0, 0)));
        assertTrue(ORDER.score(task("live", 2, 120_001)) > ORDER.score(task("batch", 0, 0)));
    }

    @Test
    void withinTheQueueTimeoutPrioritiesAreStrict() {
        Scenario scenario =
                fullFleet().priority(0).fast("batch").after(20_000).priority(1).fast("api");
        scenario.after(20_000).priority(2).fast("live").given();
        assertEquals(List.of("dispatch live 3s"), scenario.end("running").decisions());
        assertEquals(List.of("dispatch api 3s"), scenario.end("live").decisions());
        assertEquals(List.of("dispatch batch 3s"), scenario.end("api").decisions());
    }

    @Test
    void withinAPriorityTheOlderGoesFirstAndOfTheSameAgeTheOneHeardOfFirst() {
        Scenario scenario = fullFleet().fast("z").fast("a").given();
        assertEquals(List.of("dispatch z 3s"), scenario.end("running").decisions());
        assertEquals(List.of("dispatch a 3s"), scenario.end("z").decisions());
    }

    @Test
    void aTaskSubmittedAgainGoesAheadOfEveryPriority() {
        Scenario scenario = fullFleet().priority(2).fast("live").after(1_000).priority(0);
        scenario.again("lost", Wish.atMost(3_000), 1).given();
        assertEquals(List.of("dispatch lost 3s"), scenario.end("running").decisions());
    }

    @Test
    void tasksSubmittedAgainKeepTheirOrderAmongThemselves() {
        Scenario scenario =
                fullFleet().again("lost1", Wish.byDefault(), 1).after(10).again("lost2", Wish.byDefault(), 3);
        assertEquals(
                List.of("dispatch lost1 30s", "downgrade lost1 3s"),
                scenario.end("running").decisions());
        assertEquals(List.of("dispatch lost2 30s"), scenario.end("lost1").decisions());
    }

    @Test
    void aStreamOfHigherPriorityDelaysALowerOneByNoMoreThanItsHeadStart() {
        Scenario scenario = fullFleet().priority(0).fast("batch").priority(2);
        String running = "running";
        int seconds = 0;
        while (!running.equals("batch")) {
            seconds++;
            scenario.after(1_000).fast("live" + seconds).given().end(running);
            running = scenario.decisions().get(0).split(" ")[1];
        }
        assertEquals(120, seconds);
    }

    @Test
    void scoresOfOurCenturyStayExactInADouble() {
        long now = Duration.ofDays(365 * 100L).toMillis();
        long score = ORDER.score(new Task("t", Wish.byDefault(), 2, 1, now));
        assertEquals(score, (long) (double) score);
        assertEquals(score + 1, (long) (double) (score + 1));
    }
}
