package asyfleet.lab.plain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.Decision;
import asyfleet.scheduler.decide.DecisionCore;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import asyfleet.scheduler.decide.TaskKind;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Follows the decisions of a core with books of its own, and holds every one of them, and the state after every event,
 * against what the scheduler promises.
 */
final class Checker implements Consumer<Decision>, Decision.Handler<Void> {

    private final Levels levels;
    private final Map<String, Task> tasks = new HashMap<>();
    private final Map<String, Integer> runningLevel = new HashMap<>();
    private DecisionCore core;
    private String context = "";

    Checker(Levels levels) {
        this.levels = levels;
    }

    void watch(DecisionCore core) {
        this.core = core;
    }

    /** Before the event, so that the decisions it causes can be judged. */
    void expect(Event event, String context) {
        this.context = context;
        if (event instanceof Event.Arrive arrive) {
            tasks.putIfAbsent(arrive.task().id(), arrive.task());
        } else if (event instanceof Event.End end) {
            tasks.remove(end.id());
            runningLevel.remove(end.id());
        }
    }

    @Override
    public void accept(Decision decision) {
        assertTrue(tasks.containsKey(decision.id()), () -> context + ": unknown task in " + decision);
        decision.accept(this);
    }

    @Override
    public Void on(Decision.Dispatch dispatch) {
        Task task = tasks.get(dispatch.id());
        assertNull(runningLevel.put(task.id(), dispatch.level()), () -> context + ": runs already: " + dispatch);
        for (int k = 0; k <= dispatch.level(); k++) {
            assertTrue(countFrom(k) <= core.limit(k), context + ": breaks the limit of level " + k + ": " + dispatch);
        }
        if (task.demand().kind() == TaskKind.DEFAULT) {
            checkDefaultDuration(dispatch, dispatch.level(), dispatch.durationMillis());
        }
        return null;
    }

    @Override
    public Void on(Decision.Downgrade downgrade) {
        assertEquals(TaskKind.DEFAULT, tasks.get(downgrade.id()).demand().kind(), () -> context + ": " + downgrade);
        int before = runningLevel.put(downgrade.id(), downgrade.level());
        assertTrue(
                downgrade.level() < before, () -> context + ": no downgrade from level " + before + ": " + downgrade);
        checkDefaultDuration(downgrade, downgrade.level(), downgrade.durationMillis());
        return null;
    }

    @Override
    public Void on(Decision.Halt halt) {
        assertEquals(TaskKind.INTERACTIVE, tasks.remove(halt.id()).demand().kind(), () -> context + ": " + halt);
        assertTrue(runningLevel.remove(halt.id()) != null, () -> context + ": does not run: " + halt);
        return null;
    }

    @Override
    public Void on(Decision.Deny deny) {
        tasks.remove(deny.id());
        assertTrue(!runningLevel.containsKey(deny.id()), () -> context + ": runs already: " + deny);
        return null;
    }

    /** After the event. */
    void checkState() {
        Snapshot state = core.snapshot();
        assertEquals(tasks.size(), state.waiting().size() + state.running().size(), context + ": tasks in all");
        for (ActiveRun run : state.running()) {
            assertEquals(runningLevel.get(run.task().id()), run.level(), context + ": level of " + run);
        }
        for (int k = 0; k < levels.count(); k++) {
            assertEquals(countFrom(k), core.runningFrom(k), context + ": count at level " + k);
        }
        state.waiting().forEach(this::checkThatItCannotRun);
    }

    private void checkThatItCannotRun(Task task) {
        int level = task.demand().kind() == TaskKind.DEFAULT
                ? 0
                : levels.levelFor(task.demand().millis());
        for (int k = 0; k <= level; k++) {
            if (core.runningFrom(k) >= core.limit(k)) {
                return;
            }
        }
        throw new AssertionError(context + ": waits and could run: " + task);
    }

    private void checkDefaultDuration(Decision decision, int level, long durationMillis) {
        assertEquals(levels.durationMillis(level), durationMillis, () -> context + ": " + decision);
        assertTrue(durationMillis >= levels.durationMillis(0), () -> context + ": under the fastest: " + decision);
    }

    private int countFrom(int level) {
        return (int) runningLevel.values().stream().filter(k -> k >= level).count();
    }
}
