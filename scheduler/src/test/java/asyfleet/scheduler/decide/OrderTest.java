package asyfleet.scheduler.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderTest {

    private static final Order ORDER = new Order(Duration.ofSeconds(60));

    private static CoreScenario fullFleet() {
        return CoreScenario.fleet(1, SchedulingRules.DEFAULT).fast("running").given();
    }

    @Test
    void aHigherPriorityOvertakesWhoeverArrivedWithinTheStep() {
        CoreScenario scenario = fullFleet()
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
        CoreScenario scenario = fullFleet()
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
        assertTrue(ORDER.place(119_999, 2).score() < ORDER.place(0, 0).score());
        assertTrue(ORDER.place(120_001, 2).score() > ORDER.place(0, 0).score());
    }

    @Test
    void withinTheQueueTimeoutPrioritiesAreStrict() {
        CoreScenario scenario =
                fullFleet().priority(0).fast("batch").after(20_000).priority(1).fast("api");
        scenario.after(20_000).priority(2).fast("live").given();
        assertEquals(List.of("dispatch live 3s"), scenario.end("running").decisions());
        assertEquals(List.of("dispatch api 3s"), scenario.end("live").decisions());
        assertEquals(List.of("dispatch batch 3s"), scenario.end("api").decisions());
    }

    @Test
    void withinAPriorityTheOlderGoesFirstAndOfTheSameAgeTheOneHeardOfFirst() {
        CoreScenario scenario = fullFleet().fast("z").fast("a").given();
        assertEquals(List.of("dispatch z 3s"), scenario.end("running").decisions());
        assertEquals(List.of("dispatch a 3s"), scenario.end("z").decisions());
    }

    @Test
    void aStreamOfHigherPriorityDelaysALowerOneByNoMoreThanItsHeadStart() {
        CoreScenario scenario = fullFleet().priority(0).fast("batch").priority(2);
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
    void anOrderThatMakesNoSenseIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Order(Duration.ofSeconds(-1)));
        assertThrows(IllegalArgumentException.class, () -> ORDER.place(0, 3));
        assertThrows(IllegalArgumentException.class, () -> ORDER.place(0, -1));
    }
}
