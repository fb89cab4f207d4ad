package asyfleet.queueserver.tasks.stored;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.render.Printed;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderOutcome;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.redis.apitask.ApiTasks;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The end of a task, as JSON in a field of its hash; its images have a key of their own, one after the other.
 *
 * @param images which there are
 */
public record StoredOutcome(End end, Printed printed, List<Stored> images, long queuedMillis, long totalMillis) {

    private static final String OUTCOME = "outcome";
    private static final JsonMapper JSON = JsonMapper.shared();

    public StoredOutcome {
        // One that a server stored before there were several has none here.
        images = images == null ? List.of() : List.copyOf(images);
    }

    /** An image among others. */
    public record Stored(Format format, int bytes) {}

    /** Complete or Denied, told apart by {@code denied}. */
    public record End(boolean denied, boolean success, String error, Long timeMillis, Verdict verdict) {

        static End of(ServerMessage.Last last) {
            boolean denied = last.match(complete -> false, refusal -> true);
            return new End(denied, last.success(), last.error(), last.timeMillis(), last.verdict());
        }

        ServerMessage.Last message() {
            return denied
                    ? new ServerMessage.Denied(error, verdict.code())
                    : new ServerMessage.Complete(success, error, timeMillis, verdict);
        }
    }

    /** The outcome of a task that ends without having run, after a wait. */
    public static RenderOutcome withoutRun(String error, Verdict verdict, Duration waited) {
        return new RenderOutcome(
                List.of(),
                Printed.NOTHING,
                new ServerMessage.Complete(false, error, null, verdict),
                waited.toMillis(),
                waited.toMillis());
    }

    /** The outcome of a task that a client aborts: what it had printed, and how long it took until now. */
    public static RenderOutcome aborted(ApiTask task, List<String> events, long nowMillis) {
        long total = StoredRequest.age(task, nowMillis).toMillis();
        Optional<Long> started = StoredProgress.started(task);
        Verdict verdict = Verdict.of(EndCode.ABORTED, started.isPresent() ? Stage.ASYMPTOTE : Stage.QUEUE);
        Long time = started.map(start -> nowMillis - start).orElse(null);
        return new RenderOutcome(
                List.of(),
                printed(events),
                new ServerMessage.Complete(false, "The task was aborted", time, verdict),
                time == null ? total : Math.max(0, total - time),
                total);
    }

    /** By the run that counts, the last one. */
    private static Printed printed(List<String> events) {
        StringBuilder output = new StringBuilder();
        StringBuilder errors = new StringBuilder();
        for (String stored : events) {
            TaskEvent event = stored.isEmpty() ? TaskEvent.LOST : TaskEvent.parse(stored);
            if (event.name().equals(TaskEvent.RESTARTED)) {
                output.setLength(0);
                errors.setLength(0);
            } else if (event.name().equals(TaskEvent.OUTPUT)) {
                JsonNode data = JSON.readTree(event.data());
                boolean error = data.path("stream").asString().equals(OutputStreamName.STDERR.wire());
                (error ? errors : output).append(data.path("text").asString());
            }
        }
        return new Printed(output.toString(), errors.toString());
    }

    /** The arguments of the scripts that end the task: of several images of one format the last one counts. */
    public static ApiTasks.End write(RenderOutcome outcome) {
        Collection<ServerMessage.Result> images = outcome.lastOfEachFormat();
        ByteArrayOutputStream contents = new ByteArrayOutputStream();
        images.forEach(image -> contents.writeBytes(image.contents()));
        StoredOutcome stored = new StoredOutcome(
                End.of(outcome.end()),
                outcome.printed(),
                images.stream()
                        .map(image -> new Stored(image.format(), image.contents().length))
                        .toList(),
                outcome.queuedMillis(),
                outcome.totalMillis());
        String state = state(outcome);
        Map<String, Object> told = TaskJson.end(state, outcome);
        return new ApiTasks.End(
                state,
                JSON.writeValueAsBytes(stored),
                TaskEvent.of(TaskEvent.COMPLETE, told).stored(),
                contents.toByteArray());
    }

    private static String state(RenderOutcome outcome) {
        if (RenderAnswer.isSuccess(outcome)) {
            return "succeeded";
        }
        boolean aborted =
                outcome.end().match(complete -> complete.endCode().orElseThrow() == EndCode.ABORTED, refusal -> false);
        return aborted ? "aborted" : "failed";
    }

    /** @param contents of its images; empty if they are not wanted, or gone */
    public static RenderOutcome read(ApiTask task, Optional<byte[]> contents) {
        StoredOutcome stored = JSON.readValue(task.fields().get(OUTCOME), StoredOutcome.class);
        return new RenderOutcome(
                contents.map(stored::results).orElse(List.of()),
                stored.printed,
                stored.end.message(),
                stored.queuedMillis,
                stored.totalMillis);
    }

    private List<ServerMessage.Result> results(byte[] contents) {
        List<ServerMessage.Result> results = new ArrayList<>();
        int at = 0;
        for (Stored image : images) {
            results.add(new ServerMessage.Result(image.format, Arrays.copyOfRange(contents, at, at + image.bytes)));
            at += image.bytes;
        }
        return results;
    }
}
