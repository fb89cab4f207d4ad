package asyfleet.queueserver.tasks.batch;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.queueserver.access.Caller;
import asyfleet.queueserver.render.EndStatus;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.tasks.run.DoorAnswer;
import asyfleet.queueserver.tasks.run.TaskRuns;
import asyfleet.queueserver.tasks.stored.StoredRequest;
import asyfleet.queueserver.tasks.stored.TaskEvent;
import asyfleet.queueserver.tasks.stored.TaskId;
import asyfleet.redis.apitask.ApiBatches;
import asyfleet.redis.apitask.ApiBatches.Stored;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.trace.TaskTrace;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code /api/batch}: takes batches, tells how they are, hands out images, and aborts. */
public final class BatchDoor implements AutoCloseable {

    private static final Pattern IMAGE = Pattern.compile("([1-9][0-9]{0,5})\\.([1-9][0-9]{0,3})");

    /** Bodies that wait to be read. */
    private static final int MOST_BODIES = 16;

    private final BatchBody body;
    private final BatchRuns batches;
    private final TaskRuns runs;
    private final String tag;

    /** Reads bodies: that takes too long for an event loop. */
    private final ThreadPoolExecutor reader = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(MOST_BODIES),
            new DefaultThreadFactory("batch-reader", true));

    /** @param tag of the shard */
    public BatchDoor(RenderRules rules, BatchRuns batches, TaskRuns runs, String tag) {
        this.body = new BatchBody(rules, batches.settings().figures());
        this.batches = batches;
        this.runs = runs;
        this.tag = tag;
    }

    public CompletionStage<Response> post(Request request) {
        TaskTerms terms = batches.entry().termsOf(request);
        try {
            return CompletableFuture.supplyAsync(() -> body.read(request, terms), reader)
                    .thenCompose(this::answer);
        } catch (RejectedExecutionException full) {
            return answer(terms, CompletableFuture.failedStage(RenderAnswer.unavailable()));
        }
    }

    private CompletionStage<Response> answer(Batch batch) {
        String id = TaskId.create(tag);
        return answer(batch.terms().withId(id), take(id, batch));
    }

    private CompletionStage<Response> answer(TaskTerms terms, CompletionStage<Response> answer) {
        return DoorAnswer.of(batches.entry(), terms, Door.BATCH, answer);
    }

    private CompletionStage<Response> take(String id, Batch batch) {
        TaskTrace names = batch.terms().trace().withId(id);
        ApiTasks.Contents contents = StoredBatch.write(batch, System.currentTimeMillis());
        Caller caller = batch.terms().caller();
        int most = caller.bounded() ? batches.settings().perCaller() : BatchSettings.MOST_BATCHES;
        ApiBatches.Bound bound = new ApiBatches.Bound(caller.name(), most, BatchSettings.MOST_BATCHES);
        return RenderAnswer.answered(runs.takeBatch(
                        names, whenOver -> batches.create(id, batch, contents, whenOver), () -> batches.batches()
                                .store(id, batches.server(), contents, bound)
                                .thenApply(BatchDoor::refusal)))
                .thenApply(refused -> {
                    refused.ifPresent(why -> refuse(Stored.values()[why.intValue()], most));
                    return Response.json(202, BatchJson.begun(id, batch.size())).with("Location", BatchJson.PATH + id);
                });
    }

    private static Optional<Long> refusal(Stored stored) {
        return stored == Stored.STORED ? Optional.empty() : Optional.of((long) stored.ordinal());
    }

    private void refuse(Stored why, int most) {
        String retry = EndStatus.seconds(batches.entry().retryAfter());
        if (why == Stored.TOO_MANY_OF_CALLER) {
            throw new HttpError(
                            429,
                            "TOO_MANY_BATCHES",
                            "Too many batches: " + most + " of this caller have not ended (max: " + most + ")")
                    .with("stage", Stage.QUEUE.wire())
                    .withHeader("Retry-After", retry);
        }
        String error = "Too many batches: " + BatchSettings.MOST_BATCHES + " of all callers have not ended";
        throw new HttpError(503, EndCode.QUEUE_FULL.wire(), error)
                .with("stage", Stage.QUEUE.wire())
                .withHeader("Retry-After", retry);
    }

    public CompletionStage<Response> get(Request request) {
        String id = TaskId.of(request);
        return find(id).thenCombine(
                        RenderAnswer.answered(batches.tasks().countEvents(id)),
                        (batch, events) -> Response.json(200, BatchJson.of(id, batch, events))
                                .with("Cache-Control", "no-store"));
    }

    public CompletionStage<Response> result(Request request) {
        String id = TaskId.of(request);
        return find(id).thenCompose(batch -> {
            if (!batch.hasEnded()) {
                throw new HttpError(409, "NOT_READY", "the batch is running; its result comes when it has ended")
                        .with("state", "running")
                        .withHeader("Retry-After", "1");
            }
            List<String> figures = StoredBatch.names(batch);
            return RenderAnswer.answered(batches.batches().ends(id, figures.size()))
                    .thenApply(ends -> archive(id, figures, ends));
        });
    }

    private Response archive(String id, List<String> figures, List<Optional<byte[]>> ends) {
        return Response.stream(200, "application/zip", sink -> new BatchArchive(
                                id, batches.batches(), batches.owners().get(), sink)
                        .send(figures, ends))
                .with("Content-Disposition", "attachment; filename=\"figures.zip\"")
                .with("Cache-Control", "no-store");
    }

    public CompletionStage<Response> image(Request request) {
        String id = TaskId.of(request);
        Matcher image = IMAGE.matcher(request.param("image"));
        if (!image.matches()) {
            throw TaskId.unknown();
        }
        int figure = Integer.parseInt(image.group(1));
        int number = Integer.parseInt(image.group(2));
        return find(id).thenCompose(batch -> figure > StoredBatch.size(batch)
                        ? CompletableFuture.failedStage(TaskId.unknown())
                        : RenderAnswer.answered(batches.batches().ends(id, figure)))
                .thenCombine(
                        RenderAnswer.answered(batches.batches().image(id, figure, number)),
                        (ends, contents) -> image(ends.get(figure - 1), number, contents));
    }

    private static Response image(Optional<byte[]> end, int number, Optional<byte[]> contents) {
        JsonNode entry = FigureReport.read(end.orElseThrow(TaskId::unknown))
                .path("images")
                .path(number - 1);
        Format format = Format.ofWire(entry.path("format").asString("")).orElseThrow(TaskId::unknown);
        return RenderAnswer.image(new ServerMessage.Result(format, contents.orElseThrow(TaskId::unknown)))
                .with("Cache-Control", "no-store");
    }

    /** Aborting again, or a batch that has ended, changes nothing and tells the state. What was rendered stays. */
    public CompletionStage<Response> delete(Request request) {
        String id = TaskId.of(request);
        return find(id).thenCompose(
                        batch -> batch.hasEnded() ? CompletableFuture.completedStage(batch) : abort(id, batch))
                .thenCompose(batch -> get(request));
    }

    public CompletionStage<ApiTask> abort(String id, ApiTask batch) {
        return RenderAnswer.answered(batches.batches().ends(id, StoredBatch.size(batch)))
                .thenCompose(ends ->
                        RenderAnswer.answered(batches.tasks().finish(id, ApiTasks.CLIENT, aborted(batch, ends))))
                .thenCompose(done -> {
                    if (done == ApiTasks.Written.DONE) {
                        Duration age = StoredRequest.age(batch, System.currentTimeMillis());
                        BatchSpan.record(StoredRequest.trace(id, batch), age, StoredBatch.size(batch), true);
                    }
                    return batches.batches().ended(id);
                })
                .thenCompose(done -> find(id));
    }

    private static ApiTasks.End aborted(ApiTask batch, List<Optional<byte[]>> ends) {
        List<JsonNode> known =
                ends.stream().flatMap(Optional::stream).map(FigureReport::read).toList();
        int rendered = (int) known.stream()
                .filter(end -> end.path("state").asString().equals("succeeded"))
                .count();
        long age = StoredRequest.age(batch, System.currentTimeMillis()).toMillis();
        Map<String, Object> told =
                BatchJson.end(BatchJson.ABORTED, ends.size(), rendered, known.size() - rendered, age);
        return new ApiTasks.End(
                BatchJson.ABORTED,
                JsonMapper.shared().writeValueAsBytes(told),
                TaskEvent.of(BatchJson.COMPLETE, told).stored(),
                new byte[0]);
    }

    private CompletionStage<ApiTask> find(String id) {
        return RenderAnswer.answered(batches.tasks().find(id))
                .thenApply(task -> task.filter(ApiTask::isBatch).orElseThrow(TaskId::unknown));
    }

    @Override
    public void close() {
        reader.shutdownNow();
    }
}
