package asyfleet.scheduler.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.redis.scheduler.Arrival;
import asyfleet.redis.scheduler.ExecutingTask;
import asyfleet.redis.scheduler.FleetState;
import asyfleet.redis.scheduler.TaskDemand;
import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.Task;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecoveredTest {

    private static final long NOW = 50_000;
    private static final TaskDemand DEFAULT = new TaskDemand(Optional.empty(), false, 2, "server", Optional.empty());
    private static final TaskDemand TEN_SECONDS =
            new TaskDemand(Optional.of(Duration.ofSeconds(10)), false, 0, "server", Optional.empty());
    private static final TaskDemand INTERACTIVE = new TaskDemand(Optional.empty(), true, 2, "server", Optional.empty());

    @Test
    void waitingTasksKeepTheirPlaceAndTheirTime() {
        Task task = waiting(new Arrival("1", TEN_SECONDS, 20_000, false, 7))
                .state()
                .waiting()
                .get(0);

        assertEquals(7, task.place().score());
        assertEquals(0, task.place().priority());
        assertEquals(20_000, task.arrivedAt());
        assertEquals(Demand.atMost(10_000), task.demand());
    }

    @Test
    void theWaitOfATaskThatWentAheadOfTheQueueGoesOn() {
        Recovered recovered = waiting(new Arrival("1", DEFAULT, 20_000, true, 0));

        assertEquals(20_000, recovered.state().waiting().get(0).arrivedAt());
        assertEquals(20_000, recovered.tasks().get(0).submittedMillis());
    }

    @Test
    void aShellIsStillToBeDecidedOn() {
        Recovered recovered = waiting(new Arrival("1", INTERACTIVE, 20_000, false, 0));

        assertEquals(List.of(), recovered.state().waiting());
        assertEquals(Demand.interactive(), recovered.undecided().get(0).task().demand());
    }

    @Test
    void aDefaultTaskRunsOnAtTheLevelItHasNow() {
        ActiveRun run = running(DEFAULT, 10);

        assertEquals(1, run.level());
        assertEquals(10_000, run.durationMillis());
        assertEquals(NOW, run.startedAt());
    }

    @Test
    void aTaskWithATimeoutOfItsOwnRunsOnAtTheLevelOfThat() {
        assertEquals(1, running(TEN_SECONDS, 10).level());
    }

    @Test
    void aShellRunsOnAtLevelZeroWithoutLimit() {
        ActiveRun run = running(INTERACTIVE, 86_400);

        assertEquals(0, run.level());
        assertEquals(Demand.NO_LIMIT, run.durationMillis());
    }

    @Test
    void aDurationThatIsNoLongerInTheSeriesCountsAtTheNextSlowerLevel() {
        assertEquals(2, running(DEFAULT, 15).level());
        assertEquals(2, running(DEFAULT, 300).level());
    }

    private static Recovered waiting(Arrival arrival) {
        return Recovered.from(new FleetState(List.of(arrival), List.of(), 1, NOW), Levels.DEFAULT);
    }

    private static ActiveRun running(TaskDemand asked, int seconds) {
        ExecutingTask running = new ExecutingTask("1", asked, Duration.ofSeconds(seconds));
        return Recovered.from(new FleetState(List.of(), List.of(running), 1, NOW), Levels.DEFAULT)
                .state()
                .running()
                .get(0);
    }
}
