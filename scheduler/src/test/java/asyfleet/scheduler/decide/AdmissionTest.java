package asyfleet.scheduler.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AdmissionTest {

    private static final SchedulingRules TWO_MAY_WAIT = new SchedulingRules(Levels.DEFAULT, 2, Duration.ofSeconds(60));

    private static CoreScenario fullQueue() {
        return CoreScenario.fleet(1, TWO_MAY_WAIT)
                .fast("running")
                .fast("a")
                .fast("b")
                .given();
    }

    @Test
    void aTaskThatFindsTheQueueFullIsDenied() {
        assertEquals(
                List.of("deny c: Queue full: 2 tasks queued (max: 2)"),
                fullQueue().fast("c").decisions());
    }

    @Test
    void aTaskThatCanRunAtOnceTakesNoPlaceInTheQueue() {
        CoreScenario scenario =
                CoreScenario.fleet(3, TWO_MAY_WAIT).fast("a").fast("b").fast("c");
        assertEquals(3, scenario.decisions().size());
    }

    @Test
    void aPlaceIsFreeAgainWhenAWaitingTaskStarts() {
        CoreScenario scenario = fullQueue().end("running").given();
        assertEquals(List.of(), scenario.fast("c").decisions());
        assertEquals(2, scenario.core().waiting());
    }

    @Test
    void aPlaceIsFreeAgainWhenAWaitingClientLeaves() {
        assertEquals(List.of(), fullQueue().end("a").fast("c").decisions());
    }

    @Test
    void aTaskSubmittedAgainIsNotTurnedAway() {
        CoreScenario scenario = fullQueue().ahead("lost", Demand.byDefault());
        assertEquals(List.of(), scenario.decisions());
        assertEquals(3, scenario.core().waiting());
    }

    @Test
    void aTaskThatWaitedForTheQueueTimeoutIsDenied() {
        CoreScenario scenario = fullQueue().after(59_999).tick();
        assertEquals(List.of(), scenario.decisions());
        assertEquals(
                List.of(
                        "deny a: Task timed out after 60000ms in queue (max: 60000ms)",
                        "deny b: Task timed out after 60000ms in queue (max: 60000ms)"),
                scenario.after(1).tick().decisions());
        assertEquals(0, scenario.core().waiting());
    }

    @Test
    void aTaskThatRunsIsNotSubjectToTheQueueTimeout() {
        CoreScenario scenario = CoreScenario.fleet(1, TWO_MAY_WAIT)
                .slow("s")
                .after(600_000)
                .tick()
                .given();
        assertEquals(1, scenario.core().runningFrom(0));
    }

    @Test
    void theQueueTimeoutCountsFromArrivalWhateverThePriority() {
        CoreScenario scenario = CoreScenario.fleet(0, TWO_MAY_WAIT).priority(0).fast("batch");
        scenario.after(10_000).priority(2).fast("live").after(50_000).tick();
        assertEquals(List.of("deny batch: Task timed out after 60000ms in queue (max: 60000ms)"), scenario.decisions());
    }

    @Test
    void theQueueTimeoutCountsFromArrivalEvenIfTheCoreHeardOfItLate() {
        CoreScenario scenario =
                CoreScenario.fleet(0, TWO_MAY_WAIT).after(30_000).fast("heard of first");
        scenario.after(-30_000).fast("came first").after(60_000).tick();
        assertEquals(
                List.of("deny came first: Task timed out after 60000ms in queue (max: 60000ms)"), scenario.decisions());
    }

    @Test
    void theNextTickIsWhenTheOldestRunsOutOfTime() {
        CoreScenario scenario = CoreScenario.fleet(0, TWO_MAY_WAIT);
        assertEquals(OptionalLong.empty(), scenario.core().nextTick());
        scenario.fast("a").after(500).fast("b");
        assertEquals(OptionalLong.of(1_060_000), scenario.core().nextTick());
        assertEquals(OptionalLong.of(1_060_500), scenario.end("a").core().nextTick());
    }

    @Test
    void rulesThatMakeNoSenseAreRefused() {
        Duration timeout = Duration.ofSeconds(60);
        assertThrows(IllegalArgumentException.class, () -> new SchedulingRules(Levels.DEFAULT, 0, timeout));
        assertThrows(IllegalArgumentException.class, () -> new SchedulingRules(Levels.DEFAULT, 1, Duration.ZERO));
    }
}
