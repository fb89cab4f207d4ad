package asyfleet.scheduler.loop;

import java.util.Optional;

/** A task in the {@link TaskTable}. Owned by the loop's thread. */
final class TaskTableEntry {

    private final TrackedTask task;
    private final boolean recovered;
    private FirstEstimate firstEstimate;

    /** The first estimate that a client was told: how long it would still wait, and when it was told so. */
    record FirstEstimate(long atMillis, long waitMillis) {}

    TaskTableEntry(TrackedTask task, boolean recovered) {
        this.task = task;
        this.recovered = recovered;
    }

    TrackedTask task() {
        return task;
    }

    String server() {
        return task.server();
    }

    /** Whether it comes from an earlier term, so that when it started is not known exactly. */
    boolean recovered() {
        return recovered;
    }

    /** Does nothing if there is one already. It is kept to be compared with the true wait. */
    void keepFirstEstimate(long atMillis, long waitMillis) {
        if (firstEstimate == null) {
            firstEstimate = new FirstEstimate(atMillis, waitMillis);
        }
    }

    Optional<FirstEstimate> firstEstimate() {
        return Optional.ofNullable(firstEstimate);
    }
}
