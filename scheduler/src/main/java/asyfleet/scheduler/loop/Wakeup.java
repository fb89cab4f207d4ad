package asyfleet.scheduler.loop;

import java.util.concurrent.TimeUnit;

/**
 * A signal by which any thread ends a wait of the loop's thread, also one that has not begun yet. Hence the monitor.
 */
final class Wakeup {

    private boolean woken;

    synchronized void wake() {
        woken = true;
        notifyAll();
    }

    /** Waits until woken, at most so long; takes the wake-up. Returns whether there was one. */
    synchronized boolean await(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        long left = nanos;
        while (!woken && left > 0) {
            // Rounded up: a wait of 0 would have no end.
            wait(TimeUnit.NANOSECONDS.toMillis(left) + 1);
            left = deadline - System.nanoTime();
        }
        boolean wasWoken = woken;
        woken = false;
        return wasWoken;
    }
}
