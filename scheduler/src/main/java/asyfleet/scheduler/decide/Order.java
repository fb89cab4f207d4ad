package asyfleet.scheduler.decide;

import java.time.Duration;

/**
 * The order of the queue as one number per task: lower runs sooner.
 *
 * <p>A priority is a head start in time and not a class of its own: a task of lower priority is overtaken only by those
 * that arrive within the step after it, so nobody starves. A step no shorter than the queue timeout gives the strict
 * order by priority, because whoever could be overtaken later has left by then.
 *
 * <p>Callers who wait at the same priority take turns, by score as well: a task stands a little behind the newest of its
 * caller that still waits, and at most the step behind its arrival. Classes of callers were rejected: the rule would have
 * to know them, and so would all that is proven about it.
 *
 * <p>A score counts in microseconds. {@code take_events.lua} computes the score of real tasks, so that a restarted
 * scheduler finds the order that its predecessor had. This class computes that of tasks that are only imagined, when the
 * scheduler looks ahead; the two must agree but for the turns, since nobody knows whose task comes next.
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
