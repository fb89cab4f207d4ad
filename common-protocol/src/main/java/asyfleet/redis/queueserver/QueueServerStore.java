package asyfleet.redis.queueserver;

import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The state of the fleet in Redis, as one queue server uses it. A stage that fails means that the outcome is unknown;
 * every call may be made again.
 */
public interface QueueServerStore {

    /** How many tasks one call names at most; keeps a single script run well under a millisecond. */
    int MOST_PER_CALL = 500;

    /** The ID of this queue server, and of its lease. */
    String serverId();

    /** How many tasks may wait in the whole fleet. */
    int mostWaiting();

    /** False if others may have taken this server for dead in the meantime; see {@link ServerLease#renew}. */
    CompletionStage<Boolean> renewLease();

    CompletionStage<?> releaseLease();

    /** A connection to Redis is new; see {@link ServerLease#doubt}. Any thread. */
    void doubtLease();

    /** Whether a missing lease of another server means that it is dead; see {@link ServerLease#isSteady}. Any thread. */
    boolean isLeaseSteady();

    /** Whether any scheduler leads. */
    CompletionStage<Boolean> isLed();

    /** Whether the fleet has any backend; one that died without a word counts until the scheduler has noticed. */
    CompletionStage<Boolean> hasBackends();

    /** A name for a new submission. */
    String newNonce();

    /**
     * Stores a task and hands it to the scheduler. A full queue refuses it, and so does a caller's full share of it, unless
     * it goes ahead of the queue, or never queues because it is interactive.
     *
     * @param nonce names the submission, see {@link #newNonce}: sent again with the same one, it is the same task
     */
    CompletionStage<Submission> submit(String nonce, TaskRecord task, Map<String, byte[]> files);

    /** Nobody waits for the answer to a submission any more. Yields the task that came of it, to be abandoned. */
    CompletionStage<Optional<String>> withdraw(String nonce);

    /** The updates that wait for these tasks, one for each. */
    CompletionStage<List<TaskUpdate>> readUpdates(List<String> ids);

    /** Keeps the keys of tasks whose clients wait. Yields those that Redis no longer knows. */
    CompletionStage<List<String>> renew(List<String> ids);

    /** Nobody waits for the task any more. Yields the addresses of slots that must be told to stop. */
    CompletionStage<List<String>> abandon(String id);

    /** A slot of another program, which knows nothing of the statistics, has answered the task. Before {@link #remove}. */
    CompletionStage<Boolean> countForeign(String id, boolean success, Optional<Duration> time);

    /** The client has its answer. */
    CompletionStage<?> remove(String id);

    CompletionStage<FleetStats> stats();

    /** The same numbers and what else a person wants to see of the fleet. Costs a look at every slot and running task. */
    CompletionStage<FleetSnapshot> snapshot();
}
