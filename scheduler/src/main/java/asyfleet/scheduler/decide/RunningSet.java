package asyfleet.scheduler.decide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The tasks that run: how many at each level or slower, and which default and interactive ones can give way.
 *
 * <p>Confined to the thread that owns the {@link DecisionCore}.
 */
final class RunningSet {

    private final Map<String, RunningEntry> byId = new HashMap<>();
    /** n(k) of the rule: running tasks that now have level k or slower. */
    private final int[] countFrom;

    private final List<Bag> defaults = new ArrayList<>();
    private final Bag interactive = new Bag();

    RunningSet(Levels levels) {
        countFrom = new int[levels.count()];
        for (int k = 0; k < countFrom.length; k++) {
            defaults.add(new Bag());
        }
    }

    /** How many run at that level or slower. */
    int countFrom(int level) {
        return countFrom[level];
    }

    /** Null if no such task runs. */
    RunningEntry find(String id) {
        return byId.get(id);
    }

    void add(RunningEntry task) {
        byId.put(task.task.id(), task);
        enter(task);
    }

    void remove(RunningEntry task) {
        byId.remove(task.task.id());
        leave(task);
    }

    void downgrade(RunningEntry task, int level, long durationMillis) {
        leave(task);
        task.level = level;
        task.durationMillis = durationMillis;
        enter(task);
    }

    Bag defaultsAt(int level) {
        return defaults.get(level);
    }

    Bag interactive() {
        return interactive;
    }

    List<ActiveRun> all() {
        return byId.values().stream().map(RunningEntry::toRun).toList();
    }

    private void enter(RunningEntry task) {
        for (int k = 0; k <= task.level; k++) {
            countFrom[k]++;
        }
        switch (task.kind()) {
            case DEFAULT -> defaults.get(task.level).add(task);
            case INTERACTIVE -> interactive.add(task);
            case SPECIFIC -> {
                // Nothing takes a timeout of its own away, so it need not be found among others.
            }
        }
    }

    private void leave(RunningEntry task) {
        for (int k = 0; k <= task.level; k++) {
            countFrom[k]--;
        }
        switch (task.kind()) {
            case DEFAULT -> defaults.get(task.level).remove(task);
            case INTERACTIVE -> interactive.remove(task);
            case SPECIFIC -> {
                // Never entered a bag.
            }
        }
    }
}
