package asyfleet.queueserver.access;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.queueserver.limiter.SharedLimiter;
import asyfleet.redis.limiter.LimitRequests.Type;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Bounds how many tasks one caller may have at a time, over all queue servers together. */
public final class CallerLimit {

    private final SharedLimiter limiter;
    private final Callers callers;
    private final int mostTasks;

    /** Names the tasks of all connections, which live on many event loops. */
    private final AtomicLong tasks = new AtomicLong();

    /** Of tasks that are under way, for when Redis loses them; concurrent for the same reason. */
    private final Set<Permit> held = ConcurrentHashMap.newKeySet();

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
            PermittedTask permitted = new PermittedTask(new Permit(caller), listener, owner);
            permitted.ask(() -> launcher.launch(task, permitted, owner));
            return permitted;
        };
    }

    /** Asks at once whether whoever sent the request may have one more task, to be begun by the launcher. */
    public CompletionStage<Admission> admit(TaskHandle.Launcher launcher, Request request) {
        Caller caller = callers.of(request);
        if (!caller.bounded()) {
            return CompletableFuture.completedStage(new Admission(launcher, () -> {}));
        }
        Permit permit = new Permit(caller);
        return permit.ask().handle((granted, failure) -> {
            if (failure != null) {
                return new Admission(launcher, () -> {}); // as PermittedTask does without an answer
            }
            if (!granted) {
                throw permit.refusal();
            }
            return new Admission(beginning(launcher, permit), permit::giveBack);
        });
    }

    private static TaskHandle.Launcher beginning(TaskHandle.Launcher launcher, Permit permit) {
        return (task, listener, owner) -> {
            PermittedTask permitted = new PermittedTask(permit, listener, owner);
            permitted.begin(() -> launcher.launch(task, permitted, owner));
            return permitted;
        };
    }

    /** Others may have taken this server for dead, or Redis lost the counts: its tasks go on, and count again. */
    public void leaseLapsed() {
        for (Permit permit : held) {
            limiter.start(permit.type, permit.name, Integer.MAX_VALUE);
            if (!held.contains(permit)) {
                permit.giveBack(); // meanwhile, and perhaps before the start
            }
        }
    }

    /** The right to have one more task. */
    final class Permit {

        private final Type type;
        private final String name = "task-" + tasks.incrementAndGet();

        private Permit(Caller caller) {
            this.type = Type.ofTasks(caller.name());
        }

        CompletionStage<Boolean> ask() {
            return limiter.start(type, name, mostTasks).thenApply(granted -> granted && held.add(this));
        }

        String reason() {
            return "Too many tasks: " + mostTasks + " of this caller are under way (max: " + mostTasks + ")";
        }

        HttpError refusal() {
            return new HttpError(429, EndCode.TOO_MANY_TASKS.wire(), reason())
                    .with("stage", Stage.QUEUE.wire())
                    .withHeader("Retry-After", "5");
        }

        void giveBack() {
            held.remove(this);
            limiter.end(type, name);
        }
    }
}
