package asyfleet.redis;

import asyfleet.protocol.task.TaskOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** The scripts as the three services use them, and short words for a test to say what happens. */
final class ScriptFixture {

    static final Duration LIFE = Duration.ofSeconds(600);
    static final Map<String, byte[]> FILES = Map.of("main.asy", "draw(unitcircle);".getBytes(StandardCharsets.UTF_8));

    final Redis redis;
    final FencingToken token;

    ScriptFixture(Redis redis) {
        this.redis = redis;
        this.token =
                await(new Leadership(redis, Duration.ofMinutes(5)).acquire()).orElseThrow();
    }

    static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    static TaskRecord task(int priority) {
        return new TaskRecord(TaskOptions.DEFAULT, "main.asy", priority, "server-1", false);
    }

    static TaskRecord interactive() {
        TaskOptions options =
                new TaskOptions(true, null, TaskOptions.DEFAULT.format(), TaskOptions.DEFAULT.stderr(), 0);
        return new TaskRecord(options, "", 2, "server-1", false);
    }

    Submission submit(String nonce, TaskRecord task, int most) {
        return await(new SubmitTask(redis, LIFE).run(nonce, task, FILES, most));
    }

    String submit(TaskRecord task) {
        return ((Submission.Accepted) submit(UUID.randomUUID().toString(), task, 0)).id();
    }

    String submit() {
        return submit(task(2));
    }

    Events takeEvents() {
        return await(new TakeEvents(redis, Duration.ofSeconds(60)).run(token, 0));
    }

    List<String> apply(Decision... decisions) {
        return await(new ApplyDecisions(redis).run(token, List.of(decisions)));
    }

    /** Submits a task and brings it as far as the stream. */
    String dispatched() {
        String id = submit();
        takeEvents();
        apply(new Decision.Dispatch(id, Duration.ofSeconds(30)));
        return id;
    }

    List<String> register(int slots) {
        return await(new Registration(redis, Duration.ofMinutes(5)).register(slots));
    }

    List<Dispatched> read(String consumer) {
        try (DispatchedTasks tasks = DispatchedTasks.open(redis, consumer)) {
            return await(tasks.next(10, Duration.ofSeconds(5)));
        }
    }

    Claim claim(Dispatched task, String address, String backend) {
        return await(new ClaimTasks(redis).run(List.of(new ClaimTasks.Request(task, address, backend))))
                .get(0);
    }

    FleetState readFleet() {
        return await(new ReadFleet(redis).run(token));
    }

    Sweep sweep(String... servers) {
        return await(new SweepFleet(redis, Duration.ZERO).run(token, List.of(servers)));
    }

    TaskUpdate update(String id) {
        return await(new ReadUpdates(redis).run(List.of(id))).get(0);
    }

    void delete(String key) {
        await(redis.commands().del(key));
    }
}
