package asyfleet.queueserver.tasks.batch;

import asyfleet.failure.StageFailure;
import asyfleet.net.http.HttpError;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.render.RenderOutcome;
import asyfleet.queueserver.render.RenderWait;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.tasks.run.OwnedRun;
import asyfleet.queueserver.tasks.stored.StoredOutcome;
import asyfleet.queueserver.tasks.stored.StoredRequest;
import asyfleet.queueserver.tasks.stored.TaskEvent;
import asyfleet.redis.apitask.ApiBatches;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.redis.apitask.ApiTasks.Written;
import asyfleet.redis.connection.RedisFailure;
import asyfleet.retry.Backoff;
import asyfleet.trace.TaskTrace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The work on one batch by the queue server that owns it. The moves of a figure:
 *
 * <pre>
 * WAITING    there is room                    → UNDER_WAY (its caller is asked for a permit, then it is launched)
 * UNDER_WAY  the fleet has no room for it now → UNDER_WAY, after a pause, until the batch is too old
 *            it ends                          → WRITTEN, once Redis has its end and its images
 * WRITTEN    Redis lost the batch             → WAITING (those who listen are told that all begins again)
 * </pre>
 *
 * <p>When all are written the batch ends. Whoever adopts it reads which figures are written and begins with the others.
 * A write whose outcome is unknown is sent again: the scripts allow it. Confined to its owner thread.
 */
final class BatchRun implements OwnedRun {

    private static final Logger LOG = LoggerFactory.getLogger(BatchRun.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);
    private static final Backoff NO_ROOM = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(10));

    /** As long as the keys of an unfinished task live without being kept. */
    private static final int MOST_TRIES = 600;

    /** Owners that died one after the other without one more figure: then a figure may be what kills them. */
    private static final int MOST_ADOPTIONS = 3;

    /** Ends that mean: later. */
    private static final Set<EndCode> LATER =
            Set.of(EndCode.TOO_MANY_TASKS, EndCode.QUEUE_FULL, EndCode.QUEUE_TIMEOUT, EndCode.UNAVAILABLE);

    private final BatchRuns context;
    private final Past past;
    private final Runnable whenOver;
    private final Owner owner;
    private final Deque<Integer> waiting = new ArrayDeque<>();

    /** The figures that are under way, as many as the settings allow; those without a handle are not launched yet. */
    private final Map<Integer, Optional<TaskHandle>> underWay = new HashMap<>();

    private long events;
    private long bytes;
    private int rendered;
    private int failed;
    private boolean begun;
    private boolean restoring;
    private boolean finishing;
    private boolean over;

    /**
     * A batch, and what came before this run.
     *
     * @param contents the batch as it is stored
     * @param events how many were told
     * @param adoptions how many owners it had before this one
     */
    record Past(String id, Batch batch, ApiTasks.Contents contents, long events, int adoptions) {}

    BatchRun(BatchRuns context, Past past, Runnable whenOver) {
        this.context = context;
        this.past = past;
        this.whenOver = whenOver;
        this.owner = context.owners().get();
        this.events = past.events;
    }

    @Override
    public Owner owner() {
        return owner;
    }

    @Override
    public void begin() {
        assert owner.isCurrentThread();
        if (over || begun) {
            return;
        }
        context.batches()
                .ends(past.id, past.batch.size())
                .whenComplete((ends, failure) -> owner.execute(() -> {
                    if (failure == null) {
                        goOn(ends);
                    } else {
                        owner.after(PAUSE, this::begin);
                    }
                }));
    }

    private void goOn(List<Optional<byte[]>> ends) {
        if (over || begun) {
            return;
        }
        begun = true;
        for (int number = 1; number <= ends.size(); number++) {
            Optional<JsonNode> end = ends.get(number - 1).map(FigureReport::read);
            if (end.isPresent()) {
                count(end.get().path("state").asString().equals("succeeded"), FigureReport.bytes(end.get()));
            } else {
                waiting.add(number);
            }
        }
        if (past.adoptions > MOST_ADOPTIONS + rendered + failed) {
            giveUp();
        }
        fill();
    }

    private void giveUp() {
        String error = "The queue servers of this batch were lost " + past.adoptions + " times";
        Verdict verdict = Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET);
        RenderOutcome fault = StoredOutcome.withoutRun(error, verdict, age());
        while (!waiting.isEmpty()) {
            int number = waiting.poll();
            underWay.put(number, Optional.empty());
            context.entry().endedAtDoor(termsOf(number), Door.BATCH, verdict);
            ended(number, fault, 1);
        }
    }

    private TaskTerms termsOf(int number) {
        return past.batch.terms().ofPart(past.id + "." + number);
    }

    private TaskTrace names() {
        return past.batch.terms().trace().withId(past.id);
    }

    private Duration age() {
        long created =
                Long.parseLong(new String(past.contents.fields().get(StoredRequest.CREATED), StandardCharsets.UTF_8));
        return Duration.ofMillis(Math.max(0, System.currentTimeMillis() - created));
    }

    private void count(boolean success, long imageBytes) {
        rendered += success ? 1 : 0;
        failed += success ? 0 : 1;
        bytes += imageBytes;
    }

    private void fill() {
        assert owner.isCurrentThread();
        while (!over && !restoring && underWay.size() < context.settings().atOnce() && !waiting.isEmpty()) {
            int number = waiting.poll();
            underWay.put(number, Optional.empty());
            ask(number, 1);
        }
        if (!over && !restoring && !finishing && underWay.isEmpty()) {
            finish();
        }
    }

    private void ask(int number, int tries) {
        if (!over) {
            context.entry()
                    .admit(termsOf(number))
                    .whenComplete((terms, failure) -> owner.execute(() -> asked(number, terms, failure, tries)));
        }
    }

    private void asked(int number, TaskTerms terms, Throwable failure, int tries) {
        if (failure != null) {
            ended(number, refused(failure), tries);
        } else if (over) {
            terms.giveBack();
        } else {
            RenderWait wait = new RenderWait(System::nanoTime);
            ClientTask task = new ClientTask(past.batch.figure(number).request(), terms, owner);
            underWay.put(number, Optional.of(context.entry().launch(task, wait)));
            wait.outcome().thenAccept(outcome -> ended(number, outcome, tries));
        }
    }

    private static RenderOutcome refused(Throwable failure) {
        Throwable cause = StageFailure.causeOf(failure);
        String error = cause instanceof HttpError ? cause.getMessage() : "The queue does not answer";
        EndCode code = cause instanceof HttpError ? EndCode.TOO_MANY_TASKS : EndCode.UNAVAILABLE;
        return StoredOutcome.withoutRun(error, Verdict.of(code, Stage.QUEUE), Duration.ZERO);
    }

    private void ended(int number, RenderOutcome outcome, int tries) {
        assert owner.isCurrentThread();
        if (over) {
            return;
        }
        if (isForLater(outcome.end()) && age().compareTo(BatchSettings.LONGEST) < 0) {
            underWay.put(number, Optional.empty());
            owner.after(NO_ROOM.pause(tries), () -> ask(number, tries + 1));
            return;
        }
        FigureReport report = FigureReport.of(
                new FigureReport.Place(
                        past.id, number, past.batch.figure(number).name()),
                outcome,
                context.settings().imageBytes() - bytes);
        bytes += report.bytes(); // at once, for others end before this is written
        ApiBatches.EndedFigure end = report.toEnd(number);
        write(() -> context.batches().record(past.id, context.server(), end), () -> true, 1, () -> {
            count(report.isSuccess(), 0);
            events++;
            underWay.remove(number);
            fill();
        });
    }

    private static boolean isForLater(ServerMessage.Last end) {
        return end.verdict() != null && LATER.contains(end.verdict().code());
    }

    private void finish() {
        Map<String, Object> told =
                BatchJson.end(BatchJson.COMPLETE, past.batch.size(), rendered, failed, age().toMillis());
        byte[] outcome = JsonMapper.shared().writeValueAsBytes(told);
        String event = TaskEvent.of(BatchJson.COMPLETE, told).stored();
        ApiTasks.End end = new ApiTasks.End(BatchJson.COMPLETE, outcome, event, new byte[0]);
        finishing = true;
        write(() -> context.tasks().finish(past.id, context.server(), end), () -> finishing, 1, () -> {
            context.batches().ended(past.id);
            BatchSpan.record(names(), age(), past.batch.size(), failed > 0);
            over = true;
            whenOver.run();
        });
    }

    /**
     * @param wanted asked before it is sent again
     * @param then when it is written; when the batch is not this server's any more, it is over
     */
    private void write(Supplier<CompletionStage<Written>> write, BooleanSupplier wanted, int tries, Runnable then) {
        write.get()
                .whenComplete((answer, failure) -> owner.execute(() -> {
                    if (over) {
                        return;
                    }
                    if (answer == Written.DONE) {
                        then.run();
                    } else if (answer == Written.NOT_YOURS || tries >= MOST_TRIES) {
                        stop();
                        whenOver.run();
                    } else {
                        LOG.warn("batch not written tries={} reason={} {}", tries, reason(answer, failure), names());
                        if (answer == Written.GONE) {
                            // Redis lost this server's lease, too, and without one others would take the batch.
                            owner.after(PAUSE, this::putBack);
                        }
                        owner.after(PAUSE.multipliedBy(2), () -> {
                            if (!over && wanted.getAsBoolean()) {
                                write(write, wanted, tries + 1, then);
                            }
                        });
                    }
                }));
    }

    private static String reason(Written answer, Throwable failure) {
        return failure == null ? answer.toString() : RedisFailure.inWords(failure);
    }

    @Override
    public void putBack() {
        assert owner.isCurrentThread();
        if (over || !begun || restoring) {
            return;
        }
        restoring = true;
        context.tasks()
                .find(past.id)
                .thenComposeAsync(
                        there -> there.isPresent() ? CompletableFuture.completedStage(Written.DONE) : restore(), owner)
                .whenComplete((written, failure) -> owner.execute(() -> {
                    restoring = false;
                    fill(); // if it failed, keeping or the next write finds out
                }));
    }

    /** Stores the batch again, with its events in their places, and begins again with every figure that had ended. */
    private CompletionStage<Written> restore() {
        LOG.warn("put back {}", names());
        String again = TaskEvent.of(
                        TaskEvent.RESTARTED,
                        Map.of("reason", "Redis lost the batch; all its figures are rendered again"))
                .stored();
        long before = events;
        return context.tasks()
                .restore(past.id, context.server(), past.contents, before)
                .thenCompose(
                        stored -> context.tasks().record(past.id, context.server(), Map.of(), before, List.of(again)))
                .whenComplete((written, failure) -> owner.execute(() -> {
                    if (written == Written.DONE) {
                        beginAgain();
                    }
                }));
    }

    private void beginAgain() {
        events++;
        finishing = false;
        rendered = 0;
        failed = 0;
        bytes = 0;
        waiting.clear();
        IntStream.rangeClosed(1, past.batch.size())
                .filter(number -> !underWay.containsKey(number))
                .forEach(waiting::add);
    }

    @Override
    public void stop() {
        assert owner.isCurrentThread();
        over = true;
        underWay.values().forEach(handle -> handle.ifPresent(TaskHandle::abort));
        underWay.clear();
    }
}
