package asyfleet.scheduler.decide;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The tasks that wait, in an order per level, so that the first one left when the slower levels are ignored is found by
 * looking at one task of each level. A single ordered queue was rejected: to find that task it would be scanned past
 * everything ignored, which is the whole queue when it is full of slow tasks.
 *
 * <p>Confined to the thread that owns the {@link DecisionCore}.
 */
final class WaitingQueue {

    private final Levels levels;
    private final List<TreeSet<Queued>> byLevel = new ArrayList<>();
    /** The order in which they run out of time. Not the order in which they are added: a restart mixes that up. */
    private final TreeSet<Queued> byArrival = new TreeSet<>(Queued.FIRST_TO_ARRIVE);

    private final Map<String, Queued> byId = new HashMap<>();

    private final Queued[] firstUpTo;
    private long sequence;

    WaitingQueue(Levels levels) {
        this.levels = levels;
        this.firstUpTo = new Queued[levels.count()];
        for (int k = 0; k < levels.count(); k++) {
            byLevel.add(new TreeSet<>(Queued.FIRST_TO_RUN));
        }
    }

    int size() {
        return byId.size();
    }

    boolean contains(String id) {
        return byId.containsKey(id);
    }

    void add(Task task) {
        int level = levels.queueLevel(task.demand());
        Queued queued = new Queued(task, level, sequence++);
        byId.put(task.id(), queued);
        byArrival.add(queued);
        byLevel.get(level).add(queued);
    }

    /** Whether the task was waiting. */
    boolean remove(String id) {
        Queued queued = byId.remove(id);
        if (queued == null) {
            return false;
        }
        byArrival.remove(queued);
        byLevel.get(queued.level()).remove(queued);
        return true;
    }

    /** Entry k is the first task of level k or faster, null if there is none. Overwritten by the next call. */
    Queued[] firstUpTo() {
        Queued first = null;
        for (int k = 0; k < firstUpTo.length; k++) {
            TreeSet<Queued> level = byLevel.get(k);
            if (!level.isEmpty() && level.first().before(first)) {
                first = level.first();
            }
            firstUpTo[k] = first;
        }
        return firstUpTo;
    }

    /** The task that arrived first of all that wait; null if none waits. */
    Task oldest() {
        return byArrival.isEmpty() ? null : byArrival.first().task();
    }

    /** All tasks, first to run first. */
    List<Task> inOrder() {
        return byArrival.stream().sorted(Queued.FIRST_TO_RUN).map(Queued::task).toList();
    }
}
