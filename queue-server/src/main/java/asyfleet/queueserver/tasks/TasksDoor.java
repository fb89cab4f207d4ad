package asyfleet.queueserver.tasks;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.queueserver.render.EndStatus;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderBody;
import asyfleet.queueserver.render.RenderOutcome;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.tasks.run.DoorAnswer;
import asyfleet.queueserver.tasks.run.TaskRuns;
import asyfleet.queueserver.tasks.stored.StoredOutcome;
import asyfleet.queueserver.tasks.stored.StoredProgress;
import asyfleet.queueserver.tasks.stored.StoredRequest;
import asyfleet.queueserver.tasks.stored.TaskId;
import asyfleet.queueserver.tasks.stored.TaskJson;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.redis.queueserver.Submission;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** {@code /api/tasks}: takes tasks, tells how they are, hands out results and aborts. */
final class TasksDoor {

    private static final String WEBHOOK = "webhook";

    /** More than a task can have within its time, as its journal gathers them. */
    private static final int MOST_EVENTS = 10_000;

    private final RenderBody body;
    private final WebhookHosts hosts;
    private final TaskEntry entry;
    private final ApiTasks tasks;
    private final TaskRuns runs;
    private final int mostWaiting;
    private final String tag;

    /**
     * @param mostWaiting how many tasks may wait in the whole fleet
     * @param tag of the shard
     */
    TasksDoor(
            RenderRules rules,
            WebhookHosts hosts,
            TaskEntry entry,
            ApiTasks tasks,
            TaskRuns runs,
            int mostWaiting,
            String tag) {
        this.body = new RenderBody(rules, Set.of(WEBHOOK));
        this.hosts = hosts;
        this.entry = entry;
        this.tasks = tasks;
        this.runs = runs;
        this.mostWaiting = mostWaiting;
        this.tag = tag;
    }

    CompletionStage<Response> post(Request request) {
        TaskRequest asked = body.read(request);
        Optional<String> webhook = body.field(request, WEBHOOK).map(hosts::check);
        String id = TaskId.create(tag);
        TaskTerms terms = entry.termsOf(request).withId(id);
        CompletionStage<Response> answer =
                entry.admit(terms).thenCompose(admitted -> take(new TaskRuns.NewTask(id, asked, admitted, webhook)));
        return DoorAnswer.of(entry, terms, Door.HTTP, answer);
    }

    private CompletionStage<Response> take(TaskRuns.NewTask task) {
        CompletionStage<Optional<Long>> taken = runs.take(task, mostWaiting).whenComplete((full, failure) -> {
            if (failure != null || full.isPresent()) {
                task.terms().giveBack();
            }
        });
        return RenderAnswer.answered(taken).thenApply(full -> {
            full.ifPresent(this::refuse);
            return Response.json(202, TaskJson.begun(task.id())).with("Location", TaskJson.PATH + task.id());
        });
    }

    private void refuse(long waiting) {
        String error = new Submission.QueueFull(waiting, mostWaiting).message();
        throw new HttpError(503, EndCode.QUEUE_FULL.wire(), error)
                .with("stage", Stage.QUEUE.wire())
                .withHeader("Retry-After", EndStatus.seconds(entry.retryAfter()));
    }

    CompletionStage<Response> get(Request request) {
        String id = TaskId.of(request);
        return find(id).thenApply(task -> {
            Response state = Response.json(200, TaskJson.of(id, task)).with("Cache-Control", "no-store");
            return task.hasEnded() ? state : state.with("Retry-After", retryAfter(task));
        });
    }

    CompletionStage<Response> result(Request request) {
        String id = TaskId.of(request);
        return find(id).thenCompose(task -> {
            requireResult(task);
            return RenderAnswer.answered(tasks.findImage(id))
                    .thenApply(image -> RenderAnswer.of(outcome(task, image), StoredRequest.pictures(task)))
                    .thenApply(response -> response.with("Cache-Control", "no-store"));
        });
    }

    /** Redis may have lost its data since the task was found: then nobody knows the task any more. */
    private static RenderOutcome outcome(ApiTask task, Optional<byte[]> image) {
        if (image.isEmpty() && task.state().equals("succeeded")) {
            throw TaskId.unknown();
        }
        return StoredOutcome.read(task, image);
    }

    private static void requireResult(ApiTask task) {
        if (!task.hasEnded()) {
            throw new HttpError(
                            409, "NOT_READY", "the task is " + task.state() + "; its result comes when it has ended")
                    .with("state", task.state())
                    .withHeader("Retry-After", retryAfter(task));
        }
        if (task.state().equals("aborted")) {
            throw new HttpError(410, EndCode.ABORTED.wire(), "the task was aborted; it has no result");
        }
    }

    /** While it waits, the time that it will still wait; a task that runs is soon over. */
    private static String retryAfter(ApiTask task) {
        return EndStatus.seconds(
                task.state().equals("waiting")
                        ? StoredProgress.estimate(task).map(Duration::ofMillis).orElse(Duration.ZERO)
                        : Duration.ZERO);
    }

    /** Aborting again, or a task that has ended, changes nothing and tells the state. */
    CompletionStage<Response> delete(Request request) {
        String id = TaskId.of(request);
        return find(id).thenCompose(task -> task.hasEnded() ? CompletableFuture.completedStage(task) : abort(id, task))
                .thenApply(task -> Response.json(200, TaskJson.of(id, task)));
    }

    CompletionStage<ApiTask> abort(String id, ApiTask task) {
        return RenderAnswer.answered(tasks.findEvents(id, 0, MOST_EVENTS))
                .thenApply(events -> StoredOutcome.aborted(task, events, System.currentTimeMillis()))
                .thenCompose(outcome ->
                        RenderAnswer.answered(tasks.finish(id, ApiTasks.CLIENT, StoredOutcome.write(outcome))))
                .thenCompose(done -> find(id));
    }

    private CompletionStage<ApiTask> find(String id) {
        return RenderAnswer.answered(tasks.find(id))
                .thenApply(task -> task.filter(one -> !one.isBatch()).orElseThrow(TaskId::unknown));
    }
}
