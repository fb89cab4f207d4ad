package asyfleet.lab.plain;

import asyfleet.scheduler.decide.Task;
import asyfleet.scheduler.decide.TaskKind;

/** A task as {@link PlainScheduler} keeps it, waiting or running. */
public final class PlainTask {

    /** The three timeouts of the text. */
    enum Timeout {
        FAST,
        MEDIUM,
        SLOW
    }

    final Task task;
    /** Where it stands in the queue; a default task enjoys the benefits of a fast one. */
    final Timeout nominal;
    /** The timeout that it is assigned while it runs. */
    Timeout assigned;

    PlainTask(Task task, Timeout nominal) {
        this.task = task;
        this.nominal = nominal;
        this.assigned = nominal;
    }

    boolean isDefaultWith(Timeout timeout) {
        return task.demand().kind() == TaskKind.DEFAULT && assigned == timeout;
    }

    boolean isInteractive() {
        return task.demand().kind() == TaskKind.INTERACTIVE;
    }
}
