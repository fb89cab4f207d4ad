package asyfleet.scheduler;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.ClaimTasks;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.backend.DispatchedTasks;
import asyfleet.redis.backend.FinishTask;
import asyfleet.redis.backend.Registration;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.queueserver.ReadStats;
import asyfleet.redis.queueserver.ReadUpdates;
import asyfleet.redis.queueserver.ServerLease;
import asyfleet.redis.queueserver.Submission;
import asyfleet.redis.queueserver.SubmitTask;
import asyfleet.redis.queueserver.TaskUpdate;
import asyfleet.redis.queueserver.WaitingBounds;
import asyfleet.redis.schema.AbandonTasks;
import asyfleet.redis.schema.TaskRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** The other two services as a scheduler meets them, in a few words: a queue server and backends that do nothing. */
public final class TestFleet {

    private static final Duration LIFE = Duration.ofSeconds(600);
    private static final Map<String, byte[]> FILES =
            Map.of("main.asy", "draw(unitcircle);".getBytes(StandardCharsets.UTF_8));

    private final Redis redis;
    private final ServerLease server;

    public TestFleet(Redis redis) {
        this.redis = redis;
        this.server = new ServerLease(redis, LIFE);
        await(server.renew());
    }

    public static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    /** A default task of a live client. */
    public String submit() {
        return submit(TaskOptions.DEFAULT, 2);
    }

    public String submit(int seconds) {
        TaskOptions options = TaskOptions.DEFAULT;
        return submit(
                new TaskOptions(false, seconds * 1000, options.format(), options.stderr(), options.verbosity()), 2);
    }

    public String submitInteractive() {
        TaskOptions options = TaskOptions.DEFAULT;
        return submit(new TaskOptions(true, null, options.format(), options.stderr(), options.verbosity()), 2);
    }

    public String submit(TaskOptions options, int priority) {
        return await(submitting(options, priority));
    }

    /** Sends a task without waiting for the answer. */
    public CompletionStage<String> submitting() {
        return submitting(TaskOptions.DEFAULT, 2);
    }

    private CompletionStage<String> submitting(TaskOptions options, int priority) {
        TaskRecord task = new TaskRecord(options, "main.asy", priority, server.id(), "", false);
        String nonce = UUID.randomUUID().toString();
        return new SubmitTask(redis, LIFE)
                .run(nonce, task, FILES, WaitingBounds.NONE)
                .thenApply(submission -> ((Submission.Accepted) submission).id());
    }

    public List<String> submitMany(int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(submit());
        }
        return ids;
    }

    /** Brings slots into the fleet that stay however long the test takes. */
    public List<String> register(int slots) {
        return await(new Registration(redis, LIFE).register(slots));
    }

    /** A slot says that it lives and runs this, as it does again and again. */
    public void renew(String slot, Dispatched task) {
        ClaimTasks.ClaimRequest claim = new ClaimTasks.ClaimRequest(task, "ws://127.0.0.1:1/" + task.id(), slot);
        Registration.SlotExecution execution =
                new Registration.SlotExecution(claim, TaskOptions.DEFAULT, Duration.ofSeconds(30));
        await(new Registration(redis, LIFE).renew(List.of(slot), List.of(execution)));
    }

    public void unregister(List<String> slots) {
        await(new Registration(redis, LIFE).unregister(slots, List.of()));
    }

    /** The tasks that the scheduler dispatched since the last look, read by a backend process. Waits until there is some. */
    public List<Dispatched> read(int most) {
        return read(most, Duration.ofSeconds(15));
    }

    /** The same, but waits no longer than told. */
    public List<Dispatched> read(int most, Duration wait) {
        try (DispatchedTasks tasks = DispatchedTasks.open(redis, "test-backend")) {
            return await(tasks.next(most, wait));
        }
    }

    /** Reads and claims one dispatched task for a slot. */
    public String claim(String slot) {
        Dispatched task = read(1).get(0);
        return claim(task, slot) instanceof Claim.Won won ? won.id() : null;
    }

    public Claim claim(Dispatched task, String slot) {
        String address = "ws://127.0.0.1:1/" + UUID.randomUUID();
        return await(new ClaimTasks(redis, LIFE).run(List.of(new ClaimTasks.ClaimRequest(task, address, slot))))
                .get(0);
    }

    public void finish(String id) {
        await(new FinishTask(redis).run(id, FinishTask.TaskEnd.SUCCEEDED, Duration.ofMillis(500)));
    }

    public void abandon(String id) {
        await(new AbandonTasks(redis).run(List.of(id)));
    }

    public TaskUpdate update(String id) {
        return await(new ReadUpdates(redis).run(List.of(id))).get(0);
    }

    /** How many tasks wait and have a place in the counts. */
    public long queued() {
        return await(new ReadStats(redis).run()).queued();
    }

    public long active() {
        return await(new ReadStats(redis).run()).active();
    }

    public ServerLease server() {
        return server;
    }
}
