package asyfleet.queueserver.tasks;

import asyfleet.net.route.Routes;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.tasks.run.Adoption;
import asyfleet.queueserver.tasks.run.TaskRuns;
import asyfleet.queueserver.tasks.run.Webhooks;
import asyfleet.redis.apitask.ApiTaskOwner;
import asyfleet.redis.apitask.ApiTaskUpdates;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.queueserver.QueueServerStore;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The asynchronous tasks of {@code /api/tasks}: their door, their runs, their event streams and their webhooks. */
public final class AsyncTasks implements AutoCloseable {

    private static final Duration UNFINISHED_LIFE = Duration.ofSeconds(600);
    private static final Duration ADOPTION_PERIOD = Duration.ofMillis(250);
    private static final Duration KEEPING_PERIOD = Duration.ofSeconds(15);

    private final TasksDoor door;
    private final EventStreams streams;
    private final Webhooks webhooks;
    private final ApiTaskUpdates updates;
    private final TaskRuns runs;

    /**
     * The settings of an operator.
     *
     * @param resultLife how long a result can be fetched
     * @param hosts where webhooks may go
     */
    public record Settings(Duration resultLife, WebhookHosts hosts) {}

    private AsyncTasks(TasksDoor door, EventStreams streams, Webhooks webhooks, ApiTaskUpdates updates, TaskRuns runs) {
        this.door = door;
        this.streams = streams;
        this.webhooks = webhooks;
        this.updates = updates;
        this.runs = runs;
    }

    /**
     * Subscribes, and looks for tasks to adopt from now on; blocks meanwhile.
     *
     * @param thread for what is done again and again
     * @param owners the threads that tasks belong to, in turn
     */
    public static AsyncTasks open(
            Redis redis,
            QueueServerStore store,
            ScheduledExecutorService thread,
            Supplier<Owner> owners,
            TaskEntry entry,
            RenderRules rules,
            Settings settings) {
        ApiTasks tasks = new ApiTasks(redis, new ApiTasks.Lives(UNFINISHED_LIFE, settings.resultLife));
        ApiTaskOwner server = new ApiTaskOwner(redis, store.serverId(), UNFINISHED_LIFE);
        Webhooks webhooks = new Webhooks(tasks, server, thread, Webhooks.Retries.DEFAULT);
        TaskRuns runs = new TaskRuns(tasks, server, owners, entry, webhooks);
        EventStreams streams = new EventStreams(tasks, owners);
        ApiTaskUpdates updates = ApiTaskUpdates.subscribe(redis, (id, ended) -> {
            streams.wakeUp(id);
            if (ended) {
                runs.over(id);
            }
        });
        Adoption adoption = new Adoption(runs, store::isLeaseSteady, thread);
        every(ADOPTION_PERIOD, thread, adoption::look);
        every(KEEPING_PERIOD, thread, runs::keep);
        TasksDoor door = new TasksDoor(rules, settings.hosts, entry, tasks, runs, store.mostWaiting());
        return new AsyncTasks(door, streams, webhooks, updates, runs);
    }

    private static void every(Duration period, ScheduledExecutorService thread, Runnable action) {
        thread.scheduleAtFixedRate(action, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    public void addRoutes(Routes.Builder routes, Gate gate) {
        routes.post("/api/tasks", gate.guard(door::post))
                .get("/api/tasks/{id}", gate.guard(door::get))
                .delete("/api/tasks/{id}", gate.guard(door::delete))
                .get("/api/tasks/{id}/result", gate.guard(door::result))
                .get("/api/tasks/{id}/events", gate.guard(streams));
    }

    /** Redis lost the lease of this server, and maybe all else: tasks that it forgot are put back. Any thread. */
    public void leaseLapsed() {
        runs.keep();
    }

    /** Sends away those who listen: what they wait for goes on, and other servers tell about it. */
    public void endStreams() {
        streams.close();
    }

    /** Tasks that are not over stay where they are; another server adopts them when the lease of this one ends. */
    @Override
    public void close() {
        updates.close();
        webhooks.close();
    }
}
