package asyfleet.scheduler.decide;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * An unordered collection of running tasks, in which a random one is found and any one is removed in constant time: the
 * last takes the place of the removed.
 */
final class Bag {

    private final List<RunningEntry> tasks = new ArrayList<>();

    boolean isEmpty() {
        return tasks.isEmpty();
    }

    void add(RunningEntry task) {
        task.slot = tasks.size();
        tasks.add(task);
    }

    void remove(RunningEntry task) {
        RunningEntry last = tasks.remove(tasks.size() - 1);
        if (last != task) {
            tasks.set(task.slot, last);
            last.slot = task.slot;
        }
        task.slot = -1;
    }

    /** Any one; each is as likely as the numbers that {@code random} gives below its argument. */
    RunningEntry random(IntUnaryOperator random) {
        return tasks.get(random.applyAsInt(tasks.size()));
    }

    RunningEntry last() {
        return tasks.get(tasks.size() - 1);
    }
}
