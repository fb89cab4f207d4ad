package asyfleet.ring.run;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/**
 * The flag MASTERSTOP: once it is raised, no worker asks for another job. It is raised by the user, or by a worker that
 * was sent out. Whoever waits in this program waits here, so that raising it ends every wait.
 */
public final class MasterStop {

    /** The reasons to raise it. */
    public enum Reason {
        TOLD,
        SENT_OUT
    }

    private Reason reason; // guarded by this: workers, connections and the user's signal meet here

    /** The first reason stays. */
    public synchronized void raise(Reason why) {
        reason = reason == null ? why : reason;
        notifyAll();
    }

    synchronized boolean isRaised() {
        return reason != null;
    }

    synchronized boolean wasSentOut() {
        return reason == Reason.SENT_OUT;
    }

    /** Waits this long, or until the flag is raised, or the condition holds after a {@link #wake}. */
    synchronized void pause(Duration most, BooleanSupplier enough) throws InterruptedException {
        long end = System.nanoTime() + most.toNanos();
        long left = most.toMillis();
        while (reason == null && !enough.getAsBoolean() && left > 0) {
            wait(left);
            left = (end - System.nanoTime()) / 1_000_000;
        }
    }

    /** Lets those who wait look at their conditions again. */
    synchronized void wake() {
        notifyAll();
    }
}
