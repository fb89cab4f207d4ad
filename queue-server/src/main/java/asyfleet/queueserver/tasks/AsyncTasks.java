package asyfleet.queueserver.tasks;

import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.route.Routes;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.tasks.batch.BatchDoor;
import asyfleet.queueserver.tasks.batch.BatchRuns;
import asyfleet.queueserver.tasks.batch.BatchSettings;
import asyfleet.queueserver.tasks.run.Adoption;
import asyfleet.queueserver.tasks.run.TaskRuns;
import asyfleet.queueserver.tasks.run.Webhooks;
import asyfleet.redis.apitask.ApiBatches;
import asyfleet.redis.apitask.ApiTaskOwner;
import asyfleet.redis.apitask.ApiTaskUpdates;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Replicas;
import asyfleet.redis.queueserver.QueueServerStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** The asynchronous tasks of one shard at {@code /api/tasks}: their door, runs, event streams and webhooks. */
public final class AsyncTasks implements AutoCloseable {

    private static final Duration UNFINISHED_LIFE = Duration.ofSeconds(600);
    private static final Duration ADOPTION_PERIOD = Duration.ofMillis(250);
    private static final Duration KEEPING_PERIOD = Duration.ofSeconds(15);

    private final ApiTasks tasks;
    private final TasksDoor door;
    private final BatchDoor batches;
    private final EventStreams streams;
    private final Webhooks webhooks;
    private final ApiTaskUpdates updates;
    private final TaskRuns runs;
    private final Optional<Replicas> replicas;

    /**
     * The settings of an operator.
     *
     * @param resultLife how long a result can be fetched
     * @param hosts where webhooks may go
     * @param replicas how many replicas of Redis must have a task before it is accepted
     */
    public record Settings(Duration resultLife, WebhookHosts hosts, BatchSettings batches, int replicas) {}

    private AsyncTasks(
            ApiTasks tasks,
            TasksDoor door,
            BatchDoor batches,
            EventStreams streams,
            Webhooks webhooks,
            ApiTaskUpdates updates,
            TaskRuns runs,
            Optional<Replicas> replicas) {
        this.tasks = tasks;
        this.door = door;
        this.batches = batches;
        this.streams = streams;
        this.webhooks = webhooks;
        this.updates = updates;
        this.runs = runs;
        this.replicas = replicas;
    }

    /**
     * Subscribes, and looks for tasks to adopt from now on; blocks meanwhile.
     *
     * @param tag begins every ID that is given out
     * @param thread for what is done again and again
     * @param owners the threads that tasks belong to, in turn
     */
    public static AsyncTasks open(
            String tag,
            Redis redis,
            QueueServerStore store,
            ScheduledExecutorService thread,
            Supplier<Owner> owners,
            TaskEntry entry,
            RenderRules rules,
            Settings settings) {
        ApiTasks.Lives lives = new ApiTasks.Lives(UNFINISHED_LIFE, settings.resultLife);
        Optional<Replicas> replicas = settings.replicas == 0
                ? Optional.empty()
                : Optional.of(Replicas.open(redis, settings.replicas, UNFINISHED_LIFE));
        ApiTasks tasks = new ApiTasks(redis, lives, replicas);
        ApiTaskOwner server = new ApiTaskOwner(redis, store.serverId(), UNFINISHED_LIFE);
        Webhooks webhooks = new Webhooks(tasks, server, thread, Webhooks.Retries.DEFAULT);
        ApiBatches stored = new ApiBatches(redis, lives, BatchSettings.LONGEST);
        BatchRuns batches = new BatchRuns(tasks, stored, store.serverId(), owners, entry, settings.batches);
        TaskRuns runs = new TaskRuns(tasks, server, owners, entry, webhooks, batches);
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
        TasksDoor door = new TasksDoor(rules, settings.hosts, entry, tasks, runs, store.mostWaiting(), tag);
        BatchDoor batchDoor = new BatchDoor(rules, batches, runs, tag);
        return new AsyncTasks(tasks, door, batchDoor, streams, webhooks, updates, runs, replicas);
    }

    private static void every(Duration period, ScheduledExecutorService thread, Runnable action) {
        thread.scheduleAtFixedRate(action, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * @param ofCaller the shard for new tasks of whoever sends the request
     * @param ofId the shard of the task or batch that the path names
     */
    public static void addRoutes(
            Routes.Builder routes,
            Gate gate,
            Function<Request, AsyncTasks> ofCaller,
            Function<Request, AsyncTasks> ofId) {
        routes.post("/api/tasks", gate.guard(in(ofCaller, tasks -> tasks.door::post)))
                .get("/api/tasks/{id}", gate.guard(in(ofId, tasks -> tasks.door::get)))
                .delete("/api/tasks/{id}", gate.guard(in(ofId, tasks -> tasks.door::delete)))
                .get("/api/tasks/{id}/result", gate.guard(in(ofId, tasks -> tasks.door::result)))
                .get("/api/tasks/{id}/events", gate.guard(in(ofId, tasks -> tasks.streams)));
        routes.post("/api/batch", gate.guard(in(ofCaller, tasks -> tasks.batches::post)))
                .get("/api/batch/{id}", gate.guard(in(ofId, tasks -> tasks.batches::get)))
                .delete("/api/batch/{id}", gate.guard(in(ofId, tasks -> tasks.batches::delete)))
                .get("/api/batch/{id}/events", gate.guard(in(ofId, tasks -> tasks.streams::ofBatch)))
                .get("/api/batch/{id}/result", gate.guard(in(ofId, tasks -> tasks.batches::result)))
                .get("/api/batch/{id}/images/{image}", gate.guard(in(ofId, tasks -> tasks.batches::image)));
    }

    /** A handler of the shard that a request is for. */
    private static RequestHandler in(
            Function<Request, AsyncTasks> shard, Function<AsyncTasks, RequestHandler> handler) {
        return request -> handler.apply(shard.apply(request)).handle(request);
    }

    /** An operator ends a task or a batch. Yields whether there is one of that ID that had not ended. */
    public CompletionStage<Boolean> abort(String id) {
        return RenderAnswer.answered(tasks.find(id)).thenCompose(found -> {
            if (found.isEmpty() || found.get().hasEnded()) {
                return CompletableFuture.completedStage(false);
            }
            CompletionStage<?> aborted =
                    found.get().isBatch() ? batches.abort(id, found.get()) : door.abort(id, found.get());
            return aborted.thenApply(ended -> true);
        });
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
        batches.close();
        replicas.ifPresent(Replicas::close);
    }
}
