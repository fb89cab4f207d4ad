package asyfleet.queueserver.tasks.stored;

import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderOutcome;
import asyfleet.redis.apitask.ApiTask;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The JSON about a task that clients get: the answer of {@code GET /api/tasks/{id}} and the body of a webhook. */
public final class TaskJson {

    public static final String PATH = "/api/tasks/";

    private TaskJson() {}

    public static Map<String, Object> begun(String id) {
        return named(id, "waiting");
    }

    public static Map<String, Object> of(String id, ApiTask task) {
        Map<String, Object> json = named(id, task.state());
        task.field(StoredRequest.CREATED)
                .ifPresent(millis -> json.put(
                        "created", Instant.ofEpochMilli(Long.parseLong(millis)).toString()));
        if (task.state().equals("waiting")) {
            StoredProgress.estimate(task).ifPresent(millis -> json.put("estimateMs", millis));
            StoredProgress.absent(task).forEach(absence -> json.put(absence.field(), 0));
        }
        if (task.hasEnded()) {
            RenderOutcome outcome = StoredOutcome.read(task, Optional.empty());
            json.putAll(end(task.state(), outcome));
            outcome.printed().addTo(json);
        }
        return json;
    }

    private static Map<String, Object> named(String id, String state) {
        Map<String, Object> links = new LinkedHashMap<>();
        links.put("self", PATH + id);
        links.put("result", PATH + id + "/result");
        links.put("events", PATH + id + "/events");
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("state", state);
        json.put("links", links);
        return json;
    }

    /** The verdict, unless it succeeded, and what it took. */
    static Map<String, Object> end(String state, RenderOutcome outcome) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("state", state);
        if (!state.equals("succeeded")) {
            json.putAll(RenderAnswer.verdict(outcome));
        }
        outcome.executionMillis().ifPresent(millis -> json.put("executionMs", millis));
        json.put("queuedMs", outcome.queuedMillis());
        json.put("totalMs", outcome.totalMillis());
        return json;
    }
}
