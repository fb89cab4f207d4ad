package asyfleet.redis.limiter;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs everything at once on the caller's thread; what is scheduled waits until the test lets that much time pass. */
public final class ManualScheduler extends ScheduledThreadPoolExecutor {

    private record Later(long dueNanos, Runnable action) {}

    private final Queue<Later> later = new PriorityQueue<>(Comparator.comparingLong(Later::dueNanos));
    private long nowNanos;

    public ManualScheduler() {
        super(0);
    }

    public long nanoTime() {
        return nowNanos;
    }

    @Override
    public void execute(Runnable action) {
        action.run();
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable action, long delay, TimeUnit unit) {
        later.add(new Later(nowNanos + unit.toNanos(delay), action));
        return null;
    }

    public void pass(Duration time) {
        long end = nowNanos + time.toNanos();
        while (!later.isEmpty() && later.peek().dueNanos() <= end) {
            Later next = later.remove();
            nowNanos = next.dueNanos();
            next.action().run();
        }
        nowNanos = end;
    }
}
