package asyfleet.queueserver.access;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.EndCode;
import asyfleet.protocol.task.Stage;
import asyfleet.queueserver.delivery.TaskHandle;
import asyfleet.queueserver.limiter.SharedLimiter;
import asyfleet.redis.LimitRequests.Type;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
            PermittedTask permitted = new PermittedTask(permitOf(caller), listener, owner);
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
        Permit permit = permitOf(caller);
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

    private Permit permitOf(Caller caller) {
        return new Permit(limiter, Type.ofTasks(caller.name()), "task-" + tasks.incrementAndGet(), mostTasks);
    }

    /** The right to have one more task. */
    record Permit(SharedLimiter limiter, Type type, String name, int most) {

        CompletionStage<Boolean> ask() {
            return limiter.start(type, name, most);
        }

        String reason() {
            return "Too many tasks: " + most + " of this caller are under way (max: " + most + ")";
        }

        HttpError refusal() {
            return new HttpError(429, EndCode.TOO_MANY_TASKS.wire(), reason())
                    .with("stage", Stage.QUEUE.wire())
                    .withHeader("Retry-After", "5");
        }

        void giveBack() {
            limiter.end(type, name);
        }
    }
}
