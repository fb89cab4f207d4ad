package asyfleet.scheduler.decide;

import java.time.Duration;

/**
 * The order of the queue as one number per task: lower runs sooner.
 *
 * <p>A priority is a head start in time and not a class of its own: a task of lower priority is overtaken only by those
 * that arrive within the step after it, so nobody starves. A step no shorter than the queue timeout gives the strict
 * order by priority, because whoever could be overtaken later has left by then.
 */
public final class Order {

    /** Far more than any queue timeout and any sum of steps, and small enough to keep a score exact in a double. */
    private static final long AHEAD_OF_ALL = Duration.ofDays(3650).toMillis();

    private final long stepMillis;

    public Order(Duration priorityStep) {
        this.stepMillis = priorityStep.toMillis();
    }

    /** Tasks that are submitted again go ahead: they waited their time already and lost their place by no fault. */
    public long score(Task task) {
        long headStart = task.priority() * stepMillis + (task.again() ? AHEAD_OF_ALL : 0);
        return task.arrivedAt() - headStart;
    }
}
