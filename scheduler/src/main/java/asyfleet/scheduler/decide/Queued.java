package asyfleet.scheduler.decide;

import java.util.Comparator;

/**
 * A task with its place in the queue.
 *
 * @param sequence tells apart tasks of the same score: who came to the core first
 */
record Queued(Task task, int level, long sequence) {

    static final Comparator<Queued> FIRST_TO_RUN =
            Comparator.comparingLong(Queued::score).thenComparingLong(Queued::sequence);

    static final Comparator<Queued> FIRST_TO_ARRIVE =
            Comparator.comparingLong(Queued::arrivedAt).thenComparingLong(Queued::sequence);

    private long score() {
        return task.place().score();
    }

    private long arrivedAt() {
        return task.arrivedAt();
    }

    boolean before(Queued other) {
        return other == null || FIRST_TO_RUN.compare(this, other) < 0;
    }
}
