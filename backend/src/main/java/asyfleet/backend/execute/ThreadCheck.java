package asyfleet.backend.execute;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * The question to a thread whether it still does anything, asked again and again. Time in which nobody could have
 * answered, because the whole process stood still, is not held against the thread.
 *
 * <p>Owned by the thread that asks; the one that is asked only answers.
 */
final class ThreadCheck {

    private final Executor thread;
    private final long limitNanos;
    private final LongSupplier nanoClock;
    private final StallWatch stalls;
    private volatile boolean answered = true; // by the thread that is asked
    private long askedNanos;

    /**
     * @param period from one call of {@link #isStuck} to the next
     * @param limit how long the thread may take
     */
    ThreadCheck(Executor thread, Duration period, Duration limit, LongSupplier nanoClock) {
        this.thread = thread;
        this.limitNanos = limit.toNanos();
        this.nanoClock = nanoClock;
        this.stalls = new StallWatch(period, nanoClock);
    }

    /** Asks for a sign of life, and tells whether there was none for longer than allowed. */
    boolean isStuck() {
        boolean stalled = stalls.look().isPresent();
        if (answered) {
            answered = false;
            askedNanos = nanoClock.getAsLong();
            thread.execute(() -> answered = true);
            return false;
        }
        if (stalled) {
            askedNanos = nanoClock.getAsLong();
        }
        return nanoClock.getAsLong() - askedNanos > limitNanos;
    }
}
