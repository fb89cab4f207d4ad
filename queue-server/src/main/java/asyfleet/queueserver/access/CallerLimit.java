package asyfleet.queueserver.access;

import asyfleet.net.http.Request;
import asyfleet.queueserver.delivery.TaskHandle;
import asyfleet.queueserver.limiter.SharedLimiter;
import java.util.concurrent.atomic.AtomicLong;

/** Bounds how many tasks one caller may have at a time, over all queue servers together. */
public final class CallerLimit {

    private final SharedLimiter limiter;
    private final Callers callers;
    private final int mostTasks;

    /** Names the tasks of all connections, which live on many event loops. */
    private final AtomicLong tasks = new AtomicLong();

    public CallerLimit(SharedLimiter limiter, Callers callers, int mostTasks) {
        this.limiter = limiter;
        this.callers = callers;
        this.mostTasks = mostTasks;
    }

    /** The launcher for tasks of whoever sent the request. */
    public TaskHandle.Launcher bound(TaskHandle.Launcher launcher, Request request) {
        Caller caller = callers.of(request);
        if (!caller.bounded()) {
            return launcher;
        }
        return (task, listener, owner) -> {
            Permit permit = new Permit(limiter, "tasks of " + caller.name(), "task-" + tasks.incrementAndGet());
            PermittedTask permitted = new PermittedTask(permit, listener, owner);
            permitted.ask(mostTasks, () -> launcher.launch(task, permitted, owner));
            return permitted;
        };
    }

    /** The right to have one more task. */
    record Permit(SharedLimiter limiter, String type, String name) {

        void giveBack() {
            limiter.end(type, name);
        }
    }
}
