package asyfleet.redis.queueserver;

import asyfleet.redis.connection.BatchedCalls;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.schema.AbandonTasks;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.RemoveTask;
import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@link QueueServerStore} by the scripts of this package. */
public final class RedisQueueServerStore implements QueueServerStore {

    /** Of a task's keys, unless they are renewed. */
    private static final Duration TASK_LIFE = Duration.ofSeconds(600);

    /** Keeps one script run to some milliseconds, though each task may have large files. */
    private static final BatchedCalls.Size SUBMITTED_TOGETHER = new BatchedCalls.Size(100, 1 << 20, Duration.ZERO);

    private final Redis redis;
    private final ServerLease lease;
    private final WaitingBounds bounds;
    private final SubmissionNonces nonces;
    private final BatchedCalls<SubmitTask.SubmitRequest, Submission> submissions;
    private final BatchedCalls<String, Boolean> removals;

    public RedisQueueServerStore(Redis redis, Duration leaseLife, WaitingBounds bounds) {
        this.redis = redis;
        this.lease = new ServerLease(redis, leaseLife);
        this.bounds = bounds;
        this.nonces = new SubmissionNonces(lease.id());
        SubmitTask submit = new SubmitTask(redis, TASK_LIFE);
        this.submissions = new BatchedCalls<>(redis, SUBMITTED_TOGETHER, SubmitTask.SubmitRequest::bytes, requests -> {
            nonces.nextGroup();
            return submit.run(requests);
        });
        RemoveTask remove = new RemoveTask(redis);
        this.removals = new BatchedCalls<>(redis, BatchedCalls.Size.SMALL_AND_LATER, ids -> remove.run(ids)
                .thenApply(removed -> Collections.nCopies(ids.size(), true)));
    }

    @Override
    public String serverId() {
        return lease.id();
    }

    @Override
    public int mostWaiting() {
        return bounds.all();
    }

    @Override
    public CompletionStage<Boolean> renewLease() {
        return lease.renew();
    }

    @Override
    public CompletionStage<?> releaseLease() {
        return lease.release();
    }

    @Override
    public void doubtLease() {
        lease.doubt();
    }

    @Override
    public boolean isLeaseSteady() {
        return lease.isSteady();
    }

    @Override
    public CompletionStage<Boolean> isLed() {
        return redis.commands().exists(RedisKeys.LEADER).thenApply(found -> found == 1);
    }

    @Override
    public CompletionStage<Boolean> hasBackends() {
        return redis.commands().exists(RedisKeys.BACKEND_SET).thenApply(found -> found == 1);
    }

    @Override
    public String newNonce() {
        return nonces.next();
    }

    @Override
    public CompletionStage<Submission> submit(String nonce, TaskRecord task, Map<String, byte[]> files) {
        boolean always = task.ahead() || task.options().interactive();
        return submissions.add(new SubmitTask.SubmitRequest(nonce, task, files, always ? WaitingBounds.NONE : bounds));
    }

    @Override
    public CompletionStage<Optional<String>> withdraw(String nonce) {
        return new WithdrawSubmission(redis).run(nonce);
    }

    @Override
    public CompletionStage<List<TaskUpdate>> readUpdates(List<String> ids) {
        return new ReadUpdates(redis).run(ids);
    }

    @Override
    public CompletionStage<List<String>> renew(List<String> ids) {
        return new RenewTasks(redis, TASK_LIFE).run(ids);
    }

    @Override
    public CompletionStage<List<String>> abandon(String id) {
        return new AbandonTasks(redis).run(List.of(id));
    }

    @Override
    public CompletionStage<Boolean> countForeign(String id, boolean success, Optional<Duration> time) {
        return new CountForeignTask(redis).run(id, success, time);
    }

    @Override
    public CompletionStage<?> remove(String id) {
        return removals.add(id);
    }

    @Override
    public CompletionStage<FleetStats> stats() {
        return new ReadStats(redis).run();
    }

    @Override
    public CompletionStage<FleetSnapshot> snapshot() {
        return new ReadSnapshot(redis).run();
    }
}
