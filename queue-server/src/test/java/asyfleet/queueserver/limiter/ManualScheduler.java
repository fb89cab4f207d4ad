package asyfleet.queueserver.limiter;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs everything at once on the caller's thread; what is scheduled waits until the test lets time pass. */
final class ManualScheduler extends ScheduledThreadPoolExecutor {

    private List<Runnable> later = new ArrayList<>();

    ManualScheduler() {
        super(0);
    }

    @Override
    public void execute(Runnable action) {
        action.run();
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable action, long delay, TimeUnit unit) {
        later.add(action);
        return null;
    }

    void passTime() {
        List<Runnable> due = later;
        later = new ArrayList<>();
        due.forEach(Runnable::run);
    }
}
