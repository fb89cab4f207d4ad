package asyfleet.redis.backend;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.schema.PoolFigures;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.RemoveTask;
import asyfleet.redis.schema.Toolchain;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** The {@link BackendStore} in Redis: each method is one script or command. */
public final class RedisBackendStore implements BackendStore {

    /** Longer than any time between two reports. */
    private static final Duration POOL_LIFE = Duration.ofSeconds(15);

    private final String consumer = UUID.randomUUID().toString();
    private final Redis redis;
    private final Registration registration;
    private final DispatchedTasks dispatched;
    private final ClaimTasks claims;
    private final FinishTask finish;
    private final RemoveTask remove;
    private final PublishPool pool;
    private final Toolchain toolchain;

    private RedisBackendStore(Redis redis, Duration lease) {
        this.redis = redis;
        this.registration = new Registration(redis, lease, consumer);
        this.dispatched = DispatchedTasks.open(redis, consumer);
        this.claims = new ClaimTasks(redis, lease, consumer);
        this.finish = new FinishTask(redis);
        this.remove = new RemoveTask(redis);
        this.pool = new PublishPool(redis, consumer, POOL_LIFE);
        this.toolchain = new Toolchain(redis);
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
        return registration.renew(backends, executions);
    }

    @Override
    public CompletionStage<Long> unregister(Collection<String> backends) {
        return registration.unregister(backends, List.of());
    }

    @Override
    public CompletionStage<Long> leave(Collection<String> backends, Collection<String> tasks) {
        return registration.leave(consumer, backends, tasks);
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
    public void removeFiles(String task) {
        remove.filesOf(task);
    }

    @Override
    public CompletionStage<Long> askToConnect(String address) {
        return redis.commands().publish(RedisKeys.BACKEND_UNREACHED, address.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public CompletionStage<Boolean> finish(String task, FinishTask.TaskEnd ending, Duration time) {
        return finish.run(task, ending, time);
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
