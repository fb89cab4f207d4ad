package asyfleet.ring.link;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A timer that ends what takes too long. One thread for a whole program; what it runs closes a socket at most, so it
 * never blocks. A blocking write has no timeout of its own, and a peer that sends one byte a minute is never silent:
 * both are ended from here.
 */
public final class Watchdog implements AutoCloseable {

    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "ring-watchdog");
        thread.setDaemon(true);
        return thread;
    });

    public Watchdog() {
        executor.setRemoveOnCancelPolicy(true);
    }

    /** Runs it then, unless the guard is closed before. */
    public Guard after(Duration delay, Runnable end) {
        Future<?> due = executor.schedule(end, delay.toMillis(), TimeUnit.MILLISECONDS);
        return () -> due.cancel(false);
    }

    /** Something that is watched; closing it ends the watch. */
    public interface Guard extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
