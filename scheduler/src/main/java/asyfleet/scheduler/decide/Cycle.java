package asyfleet.scheduler.decide;

import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * The rule: who of those that wait runs next, and who of those that run gives way for it.
 *
 * <p>One cycle, for any number of levels, where <i>n(k)</i> tasks run at level k or slower and <i>L(k)</i> may:
 *
 * <ol>
 *   <li>For every level k from the slowest down to 1: if the first task that is not ignored has level k or slower and
 *       <i>n(k) ≥ L(k)</i>, one random default task gives way, and if that does not help, all waiting tasks of level k
 *       or slower are ignored for the rest of the cycle.
 *   <li>If a task remains and no backend is free, every default task gets the fastest duration, and one random shell is
 *       halted.
 *   <li>If a task remains and a backend is free, it is dispatched and the cycle repeats; otherwise it is over.
 * </ol>
 *
 * <p>What is ignored can be one number, the fastest level ignored, because step 1 goes down: ignoring level k ignores
 * everything slower too. A cycle asks each level once, so it costs no more however many wait or run.
 *
 * <p>Confined to the thread that owns the {@link DecisionCore}.
 */
final class Cycle {

    private final Levels levels;
    private final WaitingQueue waiting;
    private final RunningSet running;
    private final IntUnaryOperator random;
    private final Consumer<Decision> decisions;
    private int[] limits;

    Cycle(
            Levels levels,
            WaitingQueue waiting,
            RunningSet running,
            IntUnaryOperator random,
            Consumer<Decision> decisions) {
        this.levels = levels;
        this.waiting = waiting;
        this.running = running;
        this.random = random;
        this.decisions = decisions;
        this.limits = levels.limits(0);
    }

    void backends(int backends) {
        limits = levels.limits(backends);
    }

    int limit(int level) {
        return limits[level];
    }

    /** Dispatches until nothing that waits can run. */
    void repeat(long now) {
        while (waiting.size() > 0 && dispatchNext(now)) {
            // Each round dispatched one.
        }
    }

    /** A shell takes a free backend at once or not at all, and being turned away costs one default task a level. */
    boolean admitInteractive(Task task, long now) {
        if (!reached(0)) {
            dispatch(task, 0, now);
            return true;
        }
        downgradeSlowestByOne();
        return false;
    }

    private boolean dispatchNext(long now) {
        Queued[] firstUpTo = waiting.firstUpTo();
        Queued head = firstUpTo[makeRoom(firstUpTo) - 1];
        if (head == null) {
            return false;
        }
        if (reached(0)) {
            freeBackend();
        }
        if (reached(0)) {
            return false;
        }
        waiting.remove(head.task().id());
        dispatch(head.task(), levelNow(head), now);
        return true;
    }

    /** Step 1. Returns the fastest level that is ignored, never 0; the number of levels if none is. */
    private int makeRoom(Queued[] firstUpTo) {
        int ignoredFrom = levels.count();
        for (int k = levels.slowest(); k >= 1; k--) {
            Queued head = firstUpTo[ignoredFrom - 1];
            if (head == null || head.level() < k || !reached(k)) {
                continue;
            }
            downgradeFrom(k);
            if (reached(k)) {
                ignoredFrom = k;
            }
        }
        return ignoredFrom;
    }

    /** Takes a default task of the slowest level in use out of every reached limit up to level k at once. */
    private void downgradeFrom(int k) {
        int slowest = slowestWithDefaults();
        if (slowest >= k) {
            downgrade(running.defaultsAt(slowest).random(random), lowestReached(k) - 1);
        }
    }

    private void downgradeSlowestByOne() {
        int slowest = slowestWithDefaults();
        if (slowest >= 1) {
            downgrade(running.defaultsAt(slowest).random(random), slowest - 1);
        }
    }

    /** Step 2. The downgrades free nothing yet, but make the next backends free sooner. */
    private void freeBackend() {
        for (int k = levels.slowest(); k >= 1; k--) {
            while (!running.defaultsAt(k).isEmpty()) {
                downgrade(running.defaultsAt(k).last(), 0);
            }
        }
        if (!running.interactive().isEmpty()) {
            RunningEntry shell = running.interactive().random(random);
            running.remove(shell);
            decisions.accept(new Decision.Halt(shell.task.id()));
        }
    }

    private void downgrade(RunningEntry task, int level) {
        long durationMillis = levels.durationMillis(level);
        running.downgrade(task, level, durationMillis);
        decisions.accept(new Decision.Downgrade(task.task.id(), level, durationMillis));
    }

    private void dispatch(Task task, int level, long now) {
        long durationMillis = levels.durationFor(task.demand(), level);
        running.add(new RunningEntry(new ActiveRun(task, level, durationMillis, now)));
        decisions.accept(new Decision.Dispatch(task.id(), level, durationMillis));
    }

    /** A default task gets the slowest level that breaks no limit. */
    private int levelNow(Queued head) {
        if (head.task().demand().kind() != TaskKind.DEFAULT) {
            return head.level();
        }
        int level = 0;
        while (level < levels.slowest() && !reached(level + 1)) {
            level++;
        }
        return level;
    }

    private boolean reached(int level) {
        return running.countFrom(level) >= limits[level];
    }

    private int lowestReached(int upTo) {
        int level = 1;
        while (level < upTo && !reached(level)) {
            level++;
        }
        return level;
    }

    private int slowestWithDefaults() {
        int level = levels.slowest();
        while (level >= 0 && running.defaultsAt(level).isEmpty()) {
            level--;
        }
        return level;
    }
}
