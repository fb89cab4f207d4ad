package asyfleet.queueserver.submission;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.queueserver.Submission;
import asyfleet.redis.queueserver.SubmitTask;
import asyfleet.redis.queueserver.WithdrawSubmission;
import asyfleet.redis.schema.AbandonTasks;
import asyfleet.redis.schema.RemoveTask;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@link FleetQueue} by the scripts of {@code asyfleet.redis}. */
public final class RedisFleetQueue implements FleetQueue {

    private final SubmitTask submit;
    private final WithdrawSubmission withdraw;
    private final AbandonTasks abandon;
    private final RemoveTask remove;
    private final String server;
    private final int mostWaiting;

    /**
     * @param server ID of this queue server's lease
     * @param mostWaiting how many tasks may wait in the whole fleet
     */
    public RedisFleetQueue(Redis redis, Duration taskLife, String server, int mostWaiting) {
        this.submit = new SubmitTask(redis, taskLife);
        this.withdraw = new WithdrawSubmission(redis);
        this.abandon = new AbandonTasks(redis);
        this.remove = new RemoveTask(redis);
        this.server = server;
        this.mostWaiting = mostWaiting;
    }

    @Override
    public CompletionStage<Submission> submit(String nonce, TaskRequest task) {
        // An interactive task never queues, so a full queue is no reason to refuse it.
        int bound = task.options().interactive() ? SubmitTask.NO_BOUND : mostWaiting;
        return submit.run(nonce, task.toRecord(server, false), task.files(), bound);
    }

    @Override
    public CompletionStage<Submission> submitAgain(String nonce, TaskRequest task) {
        return submit.run(nonce, task.toRecord(server, true), task.files(), SubmitTask.NO_BOUND);
    }

    @Override
    public CompletionStage<Optional<String>> withdraw(String nonce) {
        return withdraw.run(nonce);
    }

    @Override
    public CompletionStage<List<String>> abandon(String id) {
        return abandon.run(List.of(id));
    }

    @Override
    public CompletionStage<?> remove(String id) {
        return remove.run(id);
    }
}
