package asyfleet.scheduler.decide;

import java.time.Duration;

/**
 * The order of the queue as one number per task: lower runs sooner.
 *
 * <p>A priority is a head start in time and not a class of its own: a task of lower priority is overtaken only by those
 * that arrive within the step after it, so nobody starves. A step no shorter than the queue timeout gives the strict
 * order by priority, because whoever could be overtaken later has left by then.
 *
 * <p>A score counts in microseconds. {@code take_events.lua} computes the score of real tasks, so that a restarted
 * scheduler finds the order that its predecessor had. This class computes that of tasks that are only imagined, when the
 * scheduler looks ahead; the two must agree.
 */
public final class Order {

    private static final long MICROS = 1_000;

    private final long stepMillis;

    public Order(Duration priorityStep) {
        if (priorityStep.isNegative()) {
            throw new IllegalArgumentException("priority step is " + priorityStep + ", expected 0 or more");
        }
        this.stepMillis = priorityStep.toMillis();
    }

    /** The place of a task by its priority. */
    public QueuePlace place(long arrivedAt, int priority) {
        return new QueuePlace((arrivedAt - priority * stepMillis) * MICROS, priority, false);
    }
}
