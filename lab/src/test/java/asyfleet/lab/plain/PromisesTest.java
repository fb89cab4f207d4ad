package asyfleet.lab.plain;

import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.DecisionCore;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.SchedulingRules;
import asyfleet.scheduler.decide.Snapshot;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The promises that hold after every event of any history, for any series of levels. */
@Tag("slow")
class PromisesTest {

    private static final int HISTORIES = 400;
    private static final int EVENTS = 150;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "3s",
                "3s,20s=30%",
                "3s=100%,10s=50%,30s=25%",
                "3s,10s=100%,30s=100%",
                "3s,10s=4,30s=2",
                "500ms,3s=90%,5s=70%,10s=4,20s=3,40s=1"
            })
    void everyDecisionAndEveryStateKeepsThePromises(String series) {
        for (long seed = 0; seed < HISTORIES; seed++) {
            follow(seed, Levels.parse(series));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3s", "3s=100%,10s=50%,30s=25%", "500ms,3s=90%,5s=70%,10s=4,20s=3,40s=1"})
    void whenTasksEndAndNoMoreArriveEveryWaitingTaskIsDispatched(String series) {
        for (long seed = 0; seed < HISTORIES; seed++) {
            drain(seed, follow(seed, Levels.parse(series)));
        }
    }

    private static DecisionCore follow(long seed, Levels levels) {
        Random random = new Random(seed);
        SchedulingRules rules = new SchedulingRules(levels, 25, Duration.ofSeconds(6));
        Checker checker = new Checker(levels);
        DecisionCore core = new DecisionCore(rules, random::nextInt, checker);
        checker.watch(core);
        int step = 0;
        for (Event event : new RandomHistory(random, 12).events(EVENTS)) {
            checker.expect(event, "levels " + levels + ", seed " + seed + ", event " + step++ + ": " + event);
            event.tell(core);
            checker.checkState();
        }
        return resumed(rules, core.snapshot());
    }

    /** A core of its own for the drain, whose decisions nobody follows. */
    private static DecisionCore resumed(SchedulingRules rules, Snapshot state) {
        DecisionCore core = new DecisionCore(rules, size -> 0, decision -> {});
        core.resume(state);
        return core;
    }

    /** Ends what runs, round by round; each round must let at least one waiting task run. */
    private static void drain(long seed, DecisionCore core) {
        core.backends(Math.max(1, core.backends()), 0);
        while (core.waiting() > 0) {
            int before = core.waiting();
            for (ActiveRun run : core.snapshot().running()) {
                core.end(run.task().id(), 0);
            }
            assertTrue(
                    core.waiting() < before,
                    "seed " + seed + " starves " + core.snapshot().waiting());
        }
    }
}
