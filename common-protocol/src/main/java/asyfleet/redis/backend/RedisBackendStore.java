package asyfleet.redis.backend;

import asyfleet.redis.connection.BatchedCalls;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Seconds;
import asyfleet.redis.schema.DrainedMachines;
import asyfleet.redis.schema.PoolFigures;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.RemoveTask;
import asyfleet.redis.schema.Toolchain;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The {@link BackendStore} in Redis: each method is one script or command, or a part of one. */
public final class RedisBackendStore implements BackendStore {

    /** Longer than any time between two reports. */
    private static final Duration POOL_LIFE = Duration.ofSeconds(15);

    private final String consumer = UUID.randomUUID().toString();
    private final Redis redis;
    private final Registration registration;
    private final DispatchedTasks dispatched;
    private final ClaimTasks claims;
    private final BatchedCalls<FinishTask.FinishRequest, Boolean> ends;
    private final LoadedFiles files;
    private final PublishPool pool;
    private final Toolchain toolchain;
    private final DrainedMachines drained;

    private RedisBackendStore(Redis redis, Duration lease) {
        this.redis = redis;
        this.registration = new Registration(redis, lease, consumer);
        this.dispatched = DispatchedTasks.open(redis, consumer);
        this.claims = new ClaimTasks(redis, lease, consumer);
        this.ends = new BatchedCalls<>(redis, BatchedCalls.Size.SMALL, new FinishTask(redis)::run);
        this.files = new LoadedFiles(new RemoveTask(redis));
        this.pool = new PublishPool(redis, consumer, POOL_LIFE);
        this.toolchain = new Toolchain(redis);
        this.drained = new DrainedMachines(redis);
    }

    /**
     * Opens the connection that reads; blocks meanwhile.
     *
     * @param lease how long a slot that is not renewed counts as alive
     */
    public static RedisBackendStore open(Redis redis, Duration lease) {
        return new RedisBackendStore(redis, lease);
    }

    @Override
    public String consumer() {
        return consumer;
    }

    @Override
    public CompletionStage<List<String>> register(int slots) {
        return registration.register(slots);
    }

    @Override
    public CompletionStage<Registration.Renewal> renew(
            Collection<String> backends, Collection<Registration.SlotExecution> executions) {
        files.remove();
        return registration.renew(backends, executions);
    }

    @Override
    public CompletionStage<Long> unregister(Collection<String> backends) {
        return registration.unregister(backends, List.of());
    }

    @Override
    public CompletionStage<Long> leave(Collection<String> backends, Collection<String> tasks) {
        return registration.leave(consumer, backends, tasks).thenCompose(left -> drained.remove(consumer)
                .thenApply(removed -> left));
    }

    @Override
    public CompletionStage<Boolean> isDrained() {
        return drained.contains(consumer);
    }

    @Override
    public CompletionStage<List<Dispatched>> read(int most, Duration wait) {
        return dispatched.next(most, wait);
    }

    @Override
    public CompletionStage<List<Dispatched>> takeOver(int most, Duration idle) {
        return dispatched.takeOver(most, idle);
    }

    @Override
    public void handBack(List<Dispatched> tasks) {
        dispatched.handBack(tasks);
    }

    @Override
    public void stopReading() {
        dispatched.closeAsync();
    }

    @Override
    public CompletionStage<List<Claim>> claim(List<ClaimTasks.ClaimRequest> requests) {
        return claims.run(requests);
    }

    @Override
    public CompletionStage<List<Optional<Duration>>> durations(List<String> tasks) {
        List<CompletableFuture<Optional<Duration>>> asked =
                tasks.stream().map(this::duration).toList();
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                .thenApply(all -> asked.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<Optional<Duration>> duration(String task) {
        return redis.commands()
                .lindex(RedisKeys.TASK + task + RedisKeys.TASK_DURATION, -1)
                .thenApply(text -> Optional.ofNullable(text)
                        .map(bytes -> Seconds.parse(new String(bytes, StandardCharsets.UTF_8))))
                .toCompletableFuture();
    }

    @Override
    public void removeFiles(String task) {
        files.add(task);
    }

    @Override
    public CompletionStage<Long> askToConnect(String address) {
        return redis.commands().publish(RedisKeys.BACKEND_UNREACHED, address.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public CompletionStage<Boolean> finish(String task, FinishTask.TaskEnd ending, Duration time) {
        files.leave(task);
        return ends.add(new FinishTask.FinishRequest(task, ending, time));
    }

    @Override
    public void publishPool(PoolFigures figures) {
        pool.run(figures);
    }

    @Override
    public void publishTools(String fingerprint) {
        toolchain.publish(fingerprint);
    }

    @Override
    public void publishToolsIfUnknown(String fingerprint) {
        toolchain.publishIfUnknown(fingerprint);
    }
}
