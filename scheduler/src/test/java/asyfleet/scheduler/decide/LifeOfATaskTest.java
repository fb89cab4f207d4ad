package asyfleet.scheduler.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The moves that {@link DecisionCore} lists, and that it makes no others. */
class LifeOfATaskTest {

    private static CoreScenario oneBackend() {
        return CoreScenario.fleet(1, SchedulingRules.DEFAULT);
    }

    @Test
    void aTaskThatIsHeardOfTwiceWaitsOnce() {
        CoreScenario scenario = oneBackend().fast("running").fast("a").fast("a").given();
        assertEquals(1, scenario.core().waiting());
    }

    @Test
    void aTaskThatRunsAndIsHeardOfAgainIsNotQueued() {
        CoreScenario scenario = oneBackend().fast("a").given().fast("a");
        assertEquals(List.of(), scenario.decisions());
        assertEquals(0, scenario.core().waiting());
    }

    @Test
    void aTaskThatNoBackendTookIsDispatchedAgainBeforeThoseThatWait() {
        CoreScenario scenario = oneBackend().fast("a").fast("b").given();
        assertEquals(
                List.of("dispatch a 3s"),
                scenario.requeue("a", Demand.atMost(3_000), 0).decisions());
        assertEquals(1, scenario.core().waiting());
        assertEquals(1, scenario.core().runningFrom(0));
    }

    @Test
    void aTaskThatNoBackendTookGoesOnWaitingFromItsArrival() {
        CoreScenario scenario = oneBackend().fast("a").after(5_000).backends(0).given();
        scenario.requeue("a", Demand.atMost(3_000), 5_000).after(54_999).tick();
        assertEquals(List.of(), scenario.decisions());
        assertEquals(
                List.of("deny a: Task timed out after 60000ms in queue (max: 60000ms)"),
                scenario.after(1).tick().decisions());
    }

    @Test
    void aTaskThatNoBackendTakesIsNotDispatchedForEver() {
        CoreScenario scenario = oneBackend().fast("a").fast("b").after(60_000).given();
        assertEquals(
                List.of("deny a: Task timed out after 60000ms in queue (max: 60000ms)", "dispatch b 3s"),
                scenario.requeue("a", Demand.atMost(3_000), 60_000).decisions());
        assertEquals(1, scenario.core().runningFrom(0));
    }

    @Test
    void aTaskThatIsDispatchedAgainRunsFromThen() {
        CoreScenario scenario = oneBackend().fast("a").after(5_000).requeue("a", Demand.atMost(3_000), 5_000);
        assertEquals(
                1_005_000, scenario.core().end("a", 1_006_000).orElseThrow().startedAt());
    }

    @Test
    void theEndOfAnUnknownTaskIsNothing() {
        CoreScenario scenario = oneBackend().fast("a").fast("b").given();
        assertEquals(List.of(), scenario.end("never heard of").decisions());
        assertEquals(1, scenario.core().runningFrom(0));
    }

    @Test
    void theSecondEndOfATaskIsNothing() {
        CoreScenario scenario = CoreScenario.fleet(2, SchedulingRules.DEFAULT)
                .fast("a")
                .fast("b")
                .end("a")
                .end("a")
                .given();
        assertEquals(1, scenario.core().runningFrom(0));
    }

    @Test
    void aTaskWhoseClientLeavesWhileItWaitsIsNeverStarted() {
        CoreScenario scenario = oneBackend()
                .fast("running")
                .fast("left")
                .fast("next")
                .end("left")
                .given();
        assertEquals(List.of("dispatch next 3s"), scenario.end("running").decisions());
    }

    @Test
    void theEndOfARunTellsHowItRan() {
        CoreScenario scenario = oneBackend().byDefault("d").after(700);
        ActiveRun run = scenario.core().end("d", 1_000_700).orElseThrow();
        assertEquals("d", run.task().id());
        assertEquals(2, run.level());
        assertEquals(30_000, run.durationMillis());
        assertEquals(1_000_000, run.startedAt());
    }

    @Test
    void theEndOfAWaitTellsOfNoRun() {
        assertEquals(Optional.empty(), oneBackend().fast("a").fast("b").core().end("b", 1_000_001));
    }

    @Test
    void aTaskThatEndedMayArriveAgain() {
        CoreScenario scenario = oneBackend().fast("a").end("a").given().ahead("a", Demand.atMost(3_000));
        assertEquals(List.of("dispatch a 3s"), scenario.decisions());
    }

    @Test
    void aFleetThatShrinksBelowWhatRunsStartsNothingUntilItFits() {
        CoreScenario scenario = CoreScenario.fleet(3, SchedulingRules.DEFAULT)
                .fast("a")
                .fast("b")
                .fast("c")
                .backends(1)
                .fast("d")
                .given();
        assertEquals(List.of(), scenario.end("a").end("b").decisions());
        assertEquals(List.of("dispatch d 3s"), scenario.end("c").decisions());
    }

    @Test
    void aFleetThatGrowsStartsWhatWaits() {
        CoreScenario scenario = CoreScenario.fleet(0, SchedulingRules.DEFAULT)
                .fast("a")
                .fast("b")
                .given();
        assertEquals(
                List.of("dispatch a 3s", "dispatch b 3s"), scenario.backends(2).decisions());
    }

    @Test
    void aNegativeNumberOfBackendsIsRefused() {
        DecisionCore core = oneBackend().core();
        assertThrows(IllegalArgumentException.class, () -> core.backends(-1, 0));
    }

    @Test
    void aCoreThatResumesFromASnapshotDecidesAsTheOneItCameFrom() {
        CoreScenario scenario = CoreScenario.fleet(3, SchedulingRules.DEFAULT)
                .slow("s")
                .byDefault("d")
                .interactive("i")
                .slow("s2");
        scenario.priority(2).slow("s3").given();
        List<Decision> resumed = new ArrayList<>();
        DecisionCore core = new DecisionCore(SchedulingRules.DEFAULT, size -> 0, resumed::add);
        core.resume(scenario.core().snapshot());

        assertEquals(List.of(), resumed);
        assertEquals(scenario.core().snapshot(), core.snapshot());
        core.end("s", 1_000_001);
        assertEquals(List.of(new Decision.Dispatch("s3", 2, 30_000)), resumed);
        assertEquals(List.of("dispatch s3 30s"), scenario.end("s").decisions());
    }

    @Test
    void onlyAnEmptyCoreCanResume() {
        DecisionCore core = oneBackend().fast("a").core();
        assertThrows(IllegalStateException.class, () -> core.resume(new Snapshot(1, List.of(), List.of())));
    }

    @Test
    void aSnapshotListsWaitingTasksInTheOrderOfTheQueue() {
        CoreScenario scenario = CoreScenario.fleet(0, SchedulingRules.DEFAULT)
                .slow("a")
                .fast("b")
                .priority(1)
                .byDefault("c");
        assertEquals(
                List.of("c", "a", "b"),
                scenario.core().snapshot().waiting().stream().map(Task::id).toList());
    }
}
