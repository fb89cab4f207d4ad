package asyfleet.queueserver.delivery;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** A thread that a test turns by hand: nothing runs before {@link #runAll}, and time passes when the test says so. */
public final class FakeOwner implements Owner {

    private final Queue<Runnable> ready = new ArrayDeque<>();
    private List<Runnable> later = new ArrayList<>();

    @Override
    public boolean isCurrentThread() {
        return true;
    }

    @Override
    public void execute(Runnable action) {
        ready.add(action);
    }

    @Override
    public void after(Duration delay, Runnable action) {
        later.add(action);
    }

    public void runAll() {
        while (!ready.isEmpty()) {
            ready.remove().run();
        }
    }

    /** Every delay that was asked for is over. */
    public void passTime() {
        ready.addAll(later);
        later = new ArrayList<>();
        runAll();
    }
}
