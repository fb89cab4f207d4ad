package asyfleet.backend.warm;

import java.util.concurrent.atomic.AtomicLong;

/** The number of tasks that were launched. Counted by the threads of all slots, read by any, hence the atomics. */
final class TaskCount {

    private final AtomicLong all = new AtomicLong();
    private final AtomicLong warm = new AtomicLong();

    void launched(boolean foundServer) {
        all.incrementAndGet();
        if (foundServer) {
            warm.incrementAndGet();
        }
    }

    long all() {
        return all.get();
    }

    /** Those that found Asymptote waiting. */
    long warm() {
        return warm.get();
    }
}
