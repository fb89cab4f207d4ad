package asyfleet.redis;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.ClaimTasks;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.backend.DispatchedTasks;
import asyfleet.redis.backend.Registration;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.queueserver.ReadUpdates;
import asyfleet.redis.queueserver.Submission;
import asyfleet.redis.queueserver.SubmitTask;
import asyfleet.redis.queueserver.TaskUpdate;
import asyfleet.redis.queueserver.WaitingBounds;
import asyfleet.redis.scheduler.ApplyDecisions;
import asyfleet.redis.scheduler.Events;
import asyfleet.redis.scheduler.FencingToken;
import asyfleet.redis.scheduler.FleetState;
import asyfleet.redis.scheduler.Leadership;
import asyfleet.redis.scheduler.NewScheduler;
import asyfleet.redis.scheduler.QueueCommand;
import asyfleet.redis.scheduler.ReadFleet;
import asyfleet.redis.scheduler.Sweep;
import asyfleet.redis.scheduler.SweepFleet;
import asyfleet.redis.schema.TaskRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** The scripts as the three services use them, and short words for a test to say what happens. */
public final class ScriptFixture {

    public static final Duration LIFE = Duration.ofSeconds(600);
    public static final Map<String, byte[]> FILES =
            Map.of("main.asy", "draw(unitcircle);".getBytes(StandardCharsets.UTF_8));

    final Redis redis;
    public final FencingToken token;

    public ScriptFixture(Redis redis) {
        this.redis = redis;
        this.token =
                await(new Leadership(redis, Duration.ofMinutes(5)).acquire()).orElseThrow();
    }

    public static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    public static TaskRecord task(int priority) {
        return new TaskRecord(TaskOptions.DEFAULT, "main.asy", priority, "server-1", "", false);
    }

    public static TaskRecord interactive() {
        TaskOptions options =
                new TaskOptions(true, null, TaskOptions.DEFAULT.format(), TaskOptions.DEFAULT.stderr(), 0);
        return new TaskRecord(options, "", 2, "server-1", "", false);
    }

    public Submission submit(String nonce, TaskRecord task, int most) {
        return await(new SubmitTask(redis, LIFE).run(nonce, task, FILES, new WaitingBounds(most, 0)));
    }

    public String submit(TaskRecord task) {
        return ((Submission.Accepted) submit(UUID.randomUUID().toString(), task, 0)).id();
    }

    public String submit() {
        return submit(task(2));
    }

    public Events takeEvents() {
        return await(NewScheduler.take(redis, Duration.ofSeconds(60), token));
    }

    public List<String> apply(QueueCommand... decisions) {
        return await(new ApplyDecisions(redis).run(token, List.of(decisions)));
    }

    /** Submits a task and brings it as far as the stream. */
    public String dispatched() {
        String id = submit();
        takeEvents();
        apply(NewScheduler.dispatch(id, Duration.ofSeconds(30)));
        return id;
    }

    public List<String> register(int slots) {
        return await(new Registration(redis, Duration.ofMinutes(5)).register(slots));
    }

    public List<Dispatched> read(String consumer) {
        try (DispatchedTasks tasks = DispatchedTasks.open(redis, consumer)) {
            return await(tasks.next(10, Duration.ofSeconds(5)));
        }
    }

    public Claim claim(Dispatched task, String address, String backend) {
        return await(new ClaimTasks(redis, Duration.ofMinutes(5))
                        .run(List.of(new ClaimTasks.ClaimRequest(task, address, backend))))
                .get(0);
    }

    public FleetState readFleet() {
        return await(new ReadFleet(redis).run(token));
    }

    public Sweep sweep(String... servers) {
        return await(new SweepFleet(redis, Duration.ZERO).run(token, List.of(servers)));
    }

    public TaskUpdate update(String id) {
        return await(new ReadUpdates(redis).run(List.of(id))).get(0);
    }

    public void delete(String key) {
        await(redis.commands().del(key));
    }
}
