package asyfleet.scheduler.loop;

import asyfleet.scheduler.recovery.TrackedTask;
import java.util.Optional;

/** One line of the {@link TaskTable}. Owned by the loop's thread. */
final class TaskTableEntry {

    private final TrackedTask task;
    private final boolean recovered;
    private Told told;

    /** What a client was told first: then and then, it will take so long. */
    record Told(long atMillis, long waitMillis) {}

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

    /** Keeps the first estimate only, to compare it with what comes true. */
    void told(Told estimate) {
        if (told == null) {
            told = estimate;
        }
    }

    Optional<Told> told() {
        return Optional.ofNullable(told);
    }
}
