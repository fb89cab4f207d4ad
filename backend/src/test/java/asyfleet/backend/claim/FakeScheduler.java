package asyfleet.backend.claim;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.queueserver.ReadUpdates;
import asyfleet.redis.queueserver.Submission;
import asyfleet.redis.queueserver.SubmitTask;
import asyfleet.redis.queueserver.WaitingBounds;
import asyfleet.redis.scheduler.ApplyDecisions;
import asyfleet.redis.scheduler.Arrival;
import asyfleet.redis.scheduler.Events;
import asyfleet.redis.scheduler.ExecutingTask;
import asyfleet.redis.scheduler.FencingToken;
import asyfleet.redis.scheduler.Leadership;
import asyfleet.redis.scheduler.NewScheduler;
import asyfleet.redis.scheduler.ReadFleet;
import asyfleet.redis.scheduler.Sweep;
import asyfleet.redis.scheduler.SweepFleet;
import asyfleet.redis.schema.DenialRecord;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskRecord;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** Queue server and scheduler in one, without rules: whatever a test submits is dispatched at once. */
public final class FakeScheduler {

    public static final Map<String, byte[]> FILES =
            Map.of("main.asy", "draw(unitcircle);".getBytes(StandardCharsets.UTF_8));
    public static final Duration DURATION = Duration.ofSeconds(30);

    private final Redis redis;
    private final FencingToken token;
    private final List<String> finished = new ArrayList<>();

    public FakeScheduler(Redis redis) {
        this.redis = redis;
        this.token =
                await(new Leadership(redis, Duration.ofMinutes(10)).acquire()).orElseThrow();
    }

    public static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
    }

    public String dispatch() {
        return dispatch(TaskOptions.DEFAULT);
    }

    public String dispatch(TaskOptions options) {
        return dispatch(options, FILES);
    }

    public String dispatch(String source) {
        return dispatch(TaskOptions.DEFAULT, Map.of("main.asy", source.getBytes(StandardCharsets.UTF_8)));
    }

    public String dispatch(TaskOptions options, Map<String, byte[]> files) {
        return dispatch(new TaskRecord(options, "main.asy", 2, "server-1", "", false), files);
    }

    /** A task that comes again because it was lost on a backend process. */
    public String dispatchLost(String process) {
        return dispatch(
                new TaskRecord(TaskOptions.DEFAULT, "main.asy", 2, "server-1", "", true, Set.of(process)), FILES);
    }

    private String dispatch(TaskRecord task, Map<String, byte[]> files) {
        Submission submitted = await(new SubmitTask(redis, Duration.ofMinutes(10))
                .run(UUID.randomUUID().toString(), task, files, WaitingBounds.NONE));
        events();
        String id = ((Submission.Accepted) submitted).id();
        await(new ApplyDecisions(redis).run(token, List.of(NewScheduler.dispatch(id, DURATION))));
        return id;
    }

    /** Dispatches many in few round trips. */
    public List<String> dispatch(int count) {
        SubmitTask submit = new SubmitTask(redis, Duration.ofMinutes(10));
        TaskRecord task = new TaskRecord(TaskOptions.DEFAULT, "main.asy", 2, "server-1", "", false);
        for (int i = 0; i < count; i++) {
            submit.run(UUID.randomUUID().toString(), task, FILES, WaitingBounds.NONE);
        }
        List<String> ids = new ArrayList<>();
        while (ids.size() < count) {
            List<String> arrived = events().arrived().stream().map(Arrival::id).toList();
            await(new ApplyDecisions(redis)
                    .run(
                            token,
                            arrived.stream()
                                    .map(id -> NewScheduler.dispatch(id, DURATION))
                                    .toList()));
            ids.addAll(arrived);
        }
        return ids;
    }

    /** Where the task is served, once a slot has claimed it; a backend that has just been started proves its sandbox first. */
    public URI address(String id) {
        return Awaitility.await()
                .until(() -> addressNow(id), Optional::isPresent)
                .orElseThrow();
    }

    public Optional<URI> addressNow(String id) {
        return await(new ReadUpdates(redis).run(List.of(id))).get(0).address().map(URI::create);
    }

    public Optional<DenialRecord> denial(String id) {
        return await(new ReadUpdates(redis).run(List.of(id))).get(0).denied();
    }

    public int backends() {
        events();
        return Math.toIntExact(await(redis.commands().scard(RedisKeys.BACKEND_SET)));
    }

    /** All tasks whose end was told so far. */
    public List<String> finished() {
        events();
        return List.copyOf(finished);
    }

    /** Tasks that have a place in the counts. */
    public List<String> running() {
        return await(new ReadFleet(redis).run(token)).running().stream()
                .map(ExecutingTask::id)
                .toList();
    }

    /** Sweeps as the scheduler does, and returns what has died. */
    public Sweep sweep() {
        return await(new SweepFleet(redis, Duration.ofSeconds(30)).run(token, List.of()));
    }

    private Events events() {
        Events events = await(take().exceptionallyCompose(broughtBack -> take()));
        finished.addAll(events.finished());
        return events;
    }

    private CompletionStage<Events> take() {
        return NewScheduler.take(redis, Duration.ofSeconds(60), token);
    }
}
