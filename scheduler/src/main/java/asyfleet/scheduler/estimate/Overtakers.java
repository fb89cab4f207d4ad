package asyfleet.scheduler.estimate;

import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Order;
import asyfleet.scheduler.decide.QueuePlace;
import asyfleet.scheduler.decide.Task;
import java.util.Random;

/**
 * Tasks of one priority that have not arrived yet and will go ahead of some that wait: without them the estimate of a
 * batch task would know nothing of the live clients that are sure to come before it.
 *
 * <p>What comes depends on the forecast and the number of the future alone, never on who waits. Nobody knows whose it
 * will be, so it takes its place behind all that wait at its priority, as if it were of the caller that has most of them:
 * for one caller alone that is exact, and one of many callers may wait a little longer than it is told.
 */
final class Overtakers {

    /** Bounds the work when many arrive; whoever waits for more than that gets a better estimate later. */
    private static final int MOST = 1_000;

    private final Arrivals.Stream stream;
    private final Order order;
    private final int priority;
    private final Random random;
    private final String prefix;
    private double nextAt;
    private long lastOfPriority;
    private int count;

    Overtakers(Forecast forecast, Order order, int priority, int future) {
        this.stream = forecast.arrivals(priority);
        this.order = order;
        this.priority = priority;
        this.random = new Random(31L * future + priority);
        this.prefix = "overtaker " + priority + " ";
    }

    /** @param lastOfPriority the score of the last one that waits at this priority */
    void startAt(long now, long lastOfPriority) {
        this.lastOfPriority = lastOfPriority;
        nextAt = now;
        step();
    }

    /** When the next comes that goes ahead of the last in the queue; {@link Long#MAX_VALUE} if none ever will. */
    long next(long lastScore) {
        if (count >= MOST || stream.perMilli() == 0) {
            return Long.MAX_VALUE;
        }
        long at = (long) nextAt;
        return place(at).score() < lastScore ? at : Long.MAX_VALUE;
    }

    private QueuePlace place(long at) {
        return order.place(at, priority).notBefore(lastOfPriority);
    }

    Task take() {
        long at = (long) nextAt;
        Demand demand = stream.demands()[random.nextInt(stream.demands().length)];
        Task task = new Task(prefix + count++, demand, place(at), at);
        step();
        return task;
    }

    private void step() {
        nextAt += -Math.log(1 - random.nextDouble()) / stream.perMilli();
    }
}
