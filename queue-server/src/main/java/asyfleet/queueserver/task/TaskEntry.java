package asyfleet.queueserver.task;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.verdict.Verdict;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** The beginning of the road, as every door sees it: what a request may ask for, and the start of its task. */
public interface TaskEntry extends TaskLauncher {

    /** @throws HttpError the 400 for terms that make no sense */
    TaskTerms termsOf(Request request);

    /** When somebody should come again who was refused because too many wait. */
    Duration retryAfter();

    /**
     * Asks whether the caller may have one more task, for doors that answer before the task begins. The terms that come
     * back hold the permit: they are used to begin one task, or are given back.
     *
     * @return fails with the 429 for a caller that has as many tasks as it may
     */
    CompletionStage<TaskTerms> admit(TaskTerms terms);

    /** Logs and counts a task that ends before it is launched: nobody else will. Any thread. */
    void endedAtDoor(TaskTerms terms, Door door, Verdict verdict);
}
