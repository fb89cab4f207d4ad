package asyfleet.backend.serve;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The number of bytes that may wait for clients in the whole process, so that many tasks whose clients do not read
 * cannot fill the heap together.
 *
 * <p>Atomic: taken by the threads of executions, given back by event loops.
 */
final class OutputBudget {

    private final AtomicLong left;

    OutputBudget(long bytes) {
        this.left = new AtomicLong(bytes);
    }

    boolean tryTake(long bytes) {
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    void giveBack(long bytes) {
        left.addAndGet(bytes);
    }

    long left() {
        return left.get();
    }
}
