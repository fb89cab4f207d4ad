package asyfleet.scheduler.estimate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.DecisionCore;
import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.Order;
import asyfleet.scheduler.decide.QueuePlace;
import asyfleet.scheduler.decide.SchedulingRules;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EstimatorTest {

    private static final Order ORDER = new Order(Duration.ofSeconds(60));
    private static final SchedulingRules UNBOUNDED = SchedulingRules.DEFAULT.withoutAdmission();
    private static final long NOW = 100_000;

    private final Estimator estimator = new Estimator(SchedulingRules.DEFAULT, ORDER);
    private final Experience experience = new Experience(Levels.DEFAULT);

    @Test
    void withoutBackendsNobodyHasAnEstimate() {
        assertEquals(List.of(), estimate(new Snapshot(0, List.of(task("a", Demand.byDefault(), 2)), List.of())));
    }

    @Test
    void aTaskThatCanRunAtOnceWaitsForNothing() {
        Snapshot state = new Snapshot(1, List.of(task("a", Demand.byDefault(), 2)), List.of());
        assertEquals(List.of(new Estimate("a", 0)), estimate(state));
    }

    @Test
    void theNextTaskWaitsAsLongAsTheRunningOneIsExpectedToRun() {
        learn(Demand.atMost(30_000), 8_000);
        Snapshot state = new Snapshot(1, List.of(task("a", Demand.atMost(3_000), 2)), List.of(slowRun("s", 2_000)));
        assertEquals(6_000, estimate(state).get(0).waitMillis(), 600);
    }

    @Test
    void eachTaskWaitsForThoseBeforeIt() {
        learn(Demand.atMost(3_000), 1_000);
        List<Task> waiting = List.of(
                task("a", Demand.atMost(3_000), 2),
                task("b", Demand.atMost(3_000), 2),
                task("c", Demand.atMost(3_000), 2));
        List<Estimate> estimates =
                estimate(new Snapshot(1, waiting, List.of(run("r", Demand.atMost(3_000), 3_000, 0))));
        assertEquals(1_000, estimates.get(0).waitMillis(), 100);
        assertEquals(2_000, estimates.get(1).waitMillis(), 200);
        assertEquals(3_000, estimates.get(2).waitMillis(), 300);
    }

    @Test
    void noRunIsExpectedToTakeMoreThanItsDuration() {
        learn(Demand.atMost(30_000), 25_000);
        learn(Demand.byDefault(), 25_000);
        Snapshot cut = new Snapshot(
                1, List.of(task("a", Demand.byDefault(), 2)), List.of(run("r", Demand.atMost(12_000), 12_000, 0)));
        assertTrue(estimate(cut).get(0).waitMillis() <= 12_000);
        Snapshot downgraded = new Snapshot(
                1, List.of(task("a", Demand.byDefault(), 2)), List.of(run("d", Demand.byDefault(), 30_000, 0)));
        assertEquals(3_000, estimate(downgraded).get(0).waitMillis());
    }

    @Test
    void aTaskThatIsOutOfTimeIsExpectedToEndAtOnce() {
        Snapshot state = new Snapshot(1, List.of(task("a", Demand.byDefault(), 2)), List.of(slowRun("late", 31_000)));
        assertEquals(0, estimate(state).get(0).waitMillis());
    }

    @Test
    void theFirstOfManyRunsEndsSoonerThanTheirMean() {
        learnSpread(Demand.atMost(3_000), 200, 2_600);
        List<ActiveRun> running = new java.util.ArrayList<>();
        for (int i = 0; i < 50; i++) {
            running.add(run("r" + i, Demand.atMost(3_000), 3_000, 0));
        }
        Snapshot state = new Snapshot(50, List.of(task("a", Demand.atMost(3_000), 2)), running);
        assertTrue(estimate(state).get(0).waitMillis() < 400);
    }

    @Test
    void aBatchTaskIsToldOfLiveClientsThatAreSureToComeBeforeIt() {
        Snapshot state = new Snapshot(
                1, List.of(task("batch", Demand.atMost(3_000), 0)), List.of(run("r", Demand.byDefault(), 3_000, 0)));
        long alone = estimate(state).get(0).waitMillis();
        for (long now = NOW - 60_000; now < NOW; now += 1_200) {
            experience.arrived(new Task("live" + now, Demand.atMost(3_000), ORDER.place(now, 2), now));
        }
        assertTrue(estimate(state).get(0).waitMillis() > 2 * alone, "alone " + alone);
    }

    @Test
    void theTasksOfOneCallerAreToldTheSameWhetherTheyTookTurnsOrNot() {
        List<Task> plain = new ArrayList<>();
        List<Task> spread = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Task task = task("t" + i, Demand.atMost(3_000), 1);
            plain.add(task);
            QueuePlace turn = task.place().notBefore(task.place().score() + i * 1_200_000L);
            spread.add(new Task(task.id(), task.demand(), turn, NOW));
            experience.arrived(task);
        }
        List<ActiveRun> running = List.of(run("r", Demand.byDefault(), 3_000, 0));

        assertEquals(estimate(new Snapshot(1, plain, running)), estimate(new Snapshot(1, spread, running)));
    }

    @Test
    void askedTwiceTheAnswerIsTheSame() {
        Snapshot state = randomState(new Random(5), 60);
        assertEquals(estimate(state), estimate(state));
    }

    @Test
    void anEstimateDependsOnlyOnThoseBeforeIt() {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            Snapshot state = randomState(random, 1 + random.nextInt(40));
            int first = random.nextInt(state.waiting().size() + 1);
            Snapshot without = new Snapshot(state.backends(), state.waiting().subList(0, first), state.running());
            assertEquals(estimate(without), estimate(state).subList(0, first), "seed " + seed);
        }
    }

    @Test
    void whomNobodyCanOvertakeIsNotConcernedByThoseExpectedToArrive() {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            Snapshot state = randomState(random, 1 + random.nextInt(40));
            List<Task> live = state.waiting().stream()
                    .filter(task -> task.place().priority() == 2)
                    .toList();
            List<Estimate> before = estimate(new Snapshot(state.backends(), live, state.running()));
            state.waiting().forEach(experience::arrived);
            assertEquals(before, estimate(state).subList(0, live.size()), "seed " + seed);
        }
    }

    @Test
    void anEstimateDependsOnlyOnThoseBeforeItInALongQueueToo() {
        Snapshot state = randomState(new Random(1), 1_200);
        for (int first : new int[] {100, 499, 500, 501, 900}) {
            Snapshot without = new Snapshot(state.backends(), state.waiting().subList(0, first), state.running());
            assertEquals(estimate(without), estimate(state).subList(0, first), "the first " + first);
        }
    }

    private List<Estimate> estimate(Snapshot state) {
        return estimator.estimate(state, experience.forecast(NOW), NOW);
    }

    /** A state that the core itself came to, with tasks of every kind and some experience. */
    private Snapshot randomState(Random random, int waiting) {
        DecisionCore core = new DecisionCore(UNBOUNDED, random::nextInt, decision -> {});
        core.backends(1 + random.nextInt(12), 0);
        long now = NOW - 10_000;
        for (int i = 0; core.waiting() < waiting; i++) {
            now = Math.min(NOW, now + random.nextInt(300));
            Task task = new Task("t" + i, demand(random), ORDER.place(now, random.nextInt(3)), now);
            core.arrive(task);
            if (random.nextInt(4) == 0) {
                endOne(core, random, now);
            }
        }
        return core.snapshot();
    }

    private void endOne(DecisionCore core, Random random, long now) {
        List<ActiveRun> running = core.snapshot().running();
        ActiveRun run = running.get(random.nextInt(running.size()));
        core.end(run.task().id(), now).ifPresent(ended -> experience.ended(ended, now + random.nextInt(2_000)));
    }

    private static Demand demand(Random random) {
        int dice = random.nextInt(10);
        if (dice < 5) {
            return Demand.byDefault();
        }
        return dice < 9 ? Demand.atMost(1_000 + random.nextInt(30_000)) : Demand.interactive();
    }

    private void learn(Demand demand, long millis) {
        for (int i = 0; i < 2_000; i++) {
            experience.ended(run("learned", demand, 30_000, 0), NOW + millis);
        }
    }

    private void learnSpread(Demand demand, long from, long to) {
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            experience.ended(run("learned", demand, 30_000, 0), NOW + random.nextLong(from, to));
        }
    }

    private static Task task(String id, Demand demand, int priority) {
        return new Task(id, demand, ORDER.place(NOW, priority), NOW);
    }

    private static ActiveRun slowRun(String id, long elapsed) {
        return run(id, Demand.atMost(30_000), 30_000, elapsed);
    }

    private static ActiveRun run(String id, Demand demand, long durationMillis, long elapsed) {
        int level = Levels.DEFAULT.levelFor(durationMillis);
        return new ActiveRun(new Task(id, demand, ORDER.place(0, 2), 0), level, durationMillis, NOW - elapsed);
    }
}
