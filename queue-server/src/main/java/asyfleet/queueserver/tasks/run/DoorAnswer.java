package asyfleet.queueserver.tasks.run;

import asyfleet.failure.StageFailure;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.trace.TraceContext;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/**
 * The answer of a door that takes tasks and does not wait for them. It names the trace in any case. A refusal is the end of
 * its task, so it is logged and counted as one.
 */
public final class DoorAnswer {

    private DoorAnswer() {}

    /** @param answer fails with an {@link HttpError} if the task is refused */
    public static CompletionStage<Response> of(
            TaskEntry entry, TaskTerms terms, Door door, CompletionStage<Response> answer) {
        String trace = terms.trace().context().traceId();
        return answer.handle((response, failure) -> {
            if (failure == null) {
                return response.with(TraceContext.ANSWER, trace);
            }
            Throwable cause = StageFailure.causeOf(failure);
            if (!(cause instanceof HttpError refusal)) {
                throw new CompletionException(cause);
            }
            entry.endedAtDoor(terms, door, Verdict.of(codeOf(refusal), Stage.QUEUE));
            throw refusal.withHeader(TraceContext.ANSWER, trace);
        });
    }

    /** Too many batches of a caller are too many tasks in the counts, which know the ends of tasks only. */
    private static EndCode codeOf(HttpError refusal) {
        return EndCode.ofWire(refusal.code())
                .orElse(refusal.status() == 429 ? EndCode.TOO_MANY_TASKS : EndCode.UNAVAILABLE);
    }
}
