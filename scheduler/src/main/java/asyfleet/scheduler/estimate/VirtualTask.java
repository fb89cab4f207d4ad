package asyfleet.scheduler.estimate;

import asyfleet.scheduler.decide.Task;

/** A task on a {@link VirtualFleet}. */
final class VirtualTask {

    final Task task;
    long startedAt;
    /** How long it would take if nothing limited it. */
    long totalMillis;
    /** When it ends, as things stand; what was planned before for another moment is void. */
    long endsAt = -1;

    VirtualTask(Task task) {
        this.task = task;
    }

    /** Ends when it is done or out of time, and not in the past. Whether that is another moment than before. */
    boolean plan(long durationMillis, long now) {
        long before = endsAt;
        endsAt = Math.max(now, startedAt + Math.min(totalMillis, durationMillis));
        return endsAt != before;
    }
}
