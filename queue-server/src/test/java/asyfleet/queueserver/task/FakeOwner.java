package asyfleet.queueserver.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A thread that a test turns by hand: nothing runs before {@link #runAll}, and time passes when the test says so. */
public final class FakeOwner implements Owner {

    /** Concurrent because what comes from a real Redis is brought by threads of its client. */
    private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();

    private final List<Waiting> timers = new ArrayList<>();
    private Duration now = Duration.ZERO;

    private record Waiting(Duration due, Runnable action) {}

    @Override
    public boolean isCurrentThread() {
        return true;
    }

    @Override
    public void execute(Runnable action) {
        ready.add(action);
    }

    @Override
    public Duration now() {
        return now;
    }

    @Override
    public Timer after(Duration delay, Runnable action) {
        Waiting timer = new Waiting(now.plus(delay), action);
        timers.add(timer);
        return () -> timers.remove(timer);
    }

    public void runAll() {
        for (Runnable next = ready.poll(); next != null; next = ready.poll()) {
            next.run();
        }
    }

    /** How many actions wait for their time. */
    public int timers() {
        return timers.size();
    }

    /** Every delay that was asked for is over. */
    public void passTime() {
        passTime(timers.stream()
                .map(timer -> timer.due.minus(now))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO));
    }

    public void passTime(Duration time) {
        now = now.plus(time);
        List<Waiting> over =
                timers.stream().filter(timer -> timer.due.compareTo(now) <= 0).toList();
        timers.removeAll(over);
        over.forEach(timer -> ready.add(timer.action));
        runAll();
    }
}
