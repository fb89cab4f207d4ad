package asyfleet.queueserver.submission;

import asyfleet.redis.queueserver.Submission;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * The queue of the fleet as a queue server sees it. A stage that fails means that the outcome is unknown; every call may
 * be made again.
 */
public interface FleetQueue {

    /** @param nonce names the submission: sent again with the same one, it is the same task */
    CompletionStage<Submission> submit(String nonce, TaskRequest task);

    /** Submits a task that was accepted before: it goes ahead of the queue and is never refused for its length. */
    CompletionStage<Submission> submitAgain(String nonce, TaskRequest task);

    /** Nobody waits for the answer to a submission any more. Yields the task that came of it, to be abandoned. */
    CompletionStage<Optional<String>> withdraw(String nonce);

    /** Nobody waits for the task any more. Yields the addresses of slots that must be told to stop. */
    CompletionStage<List<String>> abandon(String id);

    /** The client has its answer. */
    CompletionStage<?> remove(String id);
}
