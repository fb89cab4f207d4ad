package asyfleet.queueserver.tasks;

import asyfleet.net.NetThreads;
import asyfleet.net.route.Routes;
import asyfleet.queueserver.access.Admission;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.launch.EventLoopOwner;
import asyfleet.queueserver.launch.Owner;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.tasks.run.TaskRuns;
import asyfleet.queueserver.tasks.run.Webhooks;
import asyfleet.redis.apitask.ApiTaskOwner;
import asyfleet.redis.apitask.ApiTaskUpdates;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.redis.connection.Redis;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Puts together what {@code /api/tasks} consists of, and keeps it going. */
public final class AsyncTasks implements AutoCloseable {

    private static final Duration UNFINISHED_LIFE = Duration.ofSeconds(600);
    private static final Duration ADOPTION_PERIOD = Duration.ofSeconds(1);
    private static final Duration KEEPING_PERIOD = Duration.ofSeconds(15);

    private final TasksDoor door;
    private final EventStreams streams;
    private final Webhooks webhooks;
    private final ApiTaskUpdates updates;
    private final TaskRuns runs;

    /**
     * What an operator may set.
     *
     * @param resultLife how long a result can be fetched
     * @param hosts where webhooks may go
     */
    public record Settings(Duration resultLife, WebhookHosts hosts) {}

    /**
     * What they need of the fleet.
     *
     * @param server ID of this queue server's lease
     * @param desk for what is done again and again
     * @param accepted begins tasks that the fleet accepted before
     * @param mostWaiting how many tasks may wait in the whole fleet
     */
    public record Fleet(
            String server,
            ScheduledExecutorService desk,
            NetThreads threads,
            TaskHandle.Launcher accepted,
            int mostWaiting) {}

    private AsyncTasks(TasksDoor door, EventStreams streams, Webhooks webhooks, ApiTaskUpdates updates, TaskRuns runs) {
        this.door = door;
        this.streams = streams;
        this.webhooks = webhooks;
        this.updates = updates;
        this.runs = runs;
    }

    /** Subscribes, and looks for tasks to adopt from now on; blocks meanwhile. */
    public static AsyncTasks open(
            Redis redis, Fleet fleet, RenderRules rules, Admission.Desk admissions, Settings settings) {
        ApiTasks tasks = new ApiTasks(redis, new ApiTasks.Lives(UNFINISHED_LIFE, settings.resultLife));
        ApiTaskOwner server = new ApiTaskOwner(redis, fleet.server, UNFINISHED_LIFE);
        Webhooks webhooks = new Webhooks(tasks, server, fleet.desk, Webhooks.Retries.DEFAULT);
        Supplier<Owner> owners = () -> new EventLoopOwner(fleet.threads.loops().next());
        TaskRuns runs = new TaskRuns(tasks, server, new TaskRuns.Fleet(owners, fleet.accepted), webhooks);
        EventStreams streams = new EventStreams(tasks, owners);
        ApiTaskUpdates updates = ApiTaskUpdates.subscribe(redis, (id, ended) -> {
            streams.wakeUp(id);
            if (ended) {
                runs.over(id);
            }
        });
        every(ADOPTION_PERIOD, fleet.desk, runs::adopt);
        every(KEEPING_PERIOD, fleet.desk, runs::keep);
        TasksDoor door =
                new TasksDoor(rules, settings.hosts, admissions, tasks, new TasksDoor.Runs(runs, fleet.mostWaiting));
        return new AsyncTasks(door, streams, webhooks, updates, runs);
    }

    private static void every(Duration period, ScheduledExecutorService desk, Runnable action) {
        desk.scheduleAtFixedRate(action, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
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
