package asyfleet.queueserver.limit;

import asyfleet.net.http.HttpError;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.queueserver.access.Caller;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.LayeredTask;
import asyfleet.queueserver.task.Permit;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskLayer;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.redis.limiter.LimitRequests.Type;
import asyfleet.redis.limiter.SharedLimiter;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/** The bound on how many tasks one caller may have at a time, over all queue servers together. */
public final class CallerLimit implements TaskLayer {

    private final SharedLimiter limiter;
    private final int mostTasks;
    private final BiConsumer<Door, EndCode> refused;

    /** Names the tasks of all connections, which live on many event loops. */
    private final AtomicLong tasks = new AtomicLong();

    /** Of tasks that are under way, for when Redis loses them; concurrent for the same reason. */
    private final Set<CallerPermit> held = ConcurrentHashMap.newKeySet();

    /** @param refused told of each task of {@link #launch} that its caller may not have */
    public CallerLimit(SharedLimiter limiter, int mostTasks, BiConsumer<Door, EndCode> refused) {
        this.limiter = limiter;
        this.mostTasks = mostTasks;
        this.refused = refused;
    }

    @Override
    public TaskHandle launch(ClientTask task, TaskListener client, TaskLauncher next) {
        Caller caller = task.terms().caller();
        if (!caller.bounded()) {
            return next.launch(task, client);
        }
        PermittedTask permitted = new PermittedTask(task, client, next);
        task.terms().permit().ifPresentOrElse(permitted::begin, () -> permitted.ask(new CallerPermit(caller)));
        return permitted;
    }

    /** Asks whether the caller may have one more task. Fails with the 429 for one that may not. */
    public CompletionStage<Permit> admit(Caller caller) {
        if (!caller.bounded()) {
            return CompletableFuture.completedStage(Permit.NONE);
        }
        CallerPermit permit = new CallerPermit(caller);
        return permit.ask().handle((granted, failure) -> {
            if (failure != null) {
                return Permit.NONE; // as PermittedTask does without an answer
            }
            if (!granted) {
                throw permit.refusal();
            }
            return permit;
        });
    }

    /** Others may have taken this server for dead, or Redis lost the counts: its tasks go on, and count again. */
    public void leaseLapsed() {
        for (CallerPermit permit : held) {
            limiter.start(permit.type, permit.name, Integer.MAX_VALUE);
            if (!held.contains(permit)) {
                permit.giveBack(); // meanwhile, and perhaps before the start
            }
        }
    }

    /** A permit that the shared counts grant. */
    final class CallerPermit implements Permit {

        private final Type type;
        private final String name = "task-" + tasks.incrementAndGet();

        private CallerPermit(Caller caller) {
            this.type = Type.ofTasks(caller.name());
        }

        CompletionStage<Boolean> ask() {
            return limiter.start(type, name, mostTasks).thenApply(granted -> granted && held.add(this));
        }

        ServerMessage denial(ClientTask task) {
            refused.accept(Door.ofPriority(task.request().priority()), EndCode.TOO_MANY_TASKS);
            return new ServerMessage.Denied(reason(), EndCode.TOO_MANY_TASKS);
        }

        private HttpError refusal() {
            return new HttpError(429, EndCode.TOO_MANY_TASKS.wire(), reason())
                    .with("stage", Stage.QUEUE.wire())
                    .withHeader("Retry-After", "5");
        }

        private String reason() {
            return "Too many tasks: " + mostTasks + " of this caller are under way (max: " + mostTasks + ")";
        }

        @Override
        public void giveBack() {
            held.remove(this);
            limiter.end(type, name);
        }
    }

    /**
     * A task that begins once its caller may have one more, and gives the permit back when it ends, however it ends.
     *
     * <pre>
     * ASKING  granted       → BEGUN
     *         no answer     → BEGUN (fairness is worth less than service: the submission itself tells that Redis is away)
     *         refused       → ENDED (denied)
     *         client leaves → ENDED (a permit that is granted later is given back at once)
     * BEGUN   any end       → ENDED (permit given back)
     * </pre>
     *
     * <p>Confined to the task's owner.
     */
    private static final class PermittedTask extends LayeredTask {

        private final ClientTask task;
        private final TaskLauncher next;
        private Permit held = Permit.NONE;

        PermittedTask(ClientTask task, TaskListener client, TaskLauncher next) {
            super(client, task.owner());
            this.task = task;
            this.next = next;
        }

        void ask(CallerPermit permit) {
            permit.ask()
                    .whenComplete((granted, failure) -> owner.execute(() -> {
                        if (failure == null && !granted) {
                            deny(permit);
                        } else if (!hasEnded()) {
                            begin(permit);
                        } else if (failure == null) {
                            permit.giveBack();
                        }
                    }));
        }

        private void deny(CallerPermit permit) {
            if (!hasEnded()) {
                on(permit.denial(task));
            }
        }

        /** With the permit in hand. */
        void begin(Permit permit) {
            held = permit;
            begin(task, next);
        }

        @Override
        protected void ended(EndCode code) {
            held.giveBack();
        }
    }
}
