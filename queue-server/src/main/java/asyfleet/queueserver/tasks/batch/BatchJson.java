package asyfleet.queueserver.tasks.batch;

import asyfleet.queueserver.tasks.stored.StoredRequest;
import asyfleet.redis.apitask.ApiTask;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The JSON about a batch that clients get. */
final class BatchJson {

    static final String PATH = "/api/batch/";
    static final String COMPLETE = "complete";
    static final String ABORTED = "aborted";
    private static final JsonMapper JSON = JsonMapper.shared();

    private BatchJson() {}

    static Map<String, Object> begun(String id, int figures) {
        return named(id, "running", figures);
    }

    /** @param events how many were told: about as many figures have ended */
    static Map<String, Object> of(String id, ApiTask batch, long events) {
        int figures = StoredBatch.size(batch);
        Map<String, Object> json = named(id, batch.hasEnded() ? batch.state() : "running", figures);
        batch.field(StoredRequest.CREATED)
                .ifPresent(millis -> json.put(
                        "created", Instant.ofEpochMilli(Long.parseLong(millis)).toString()));
        if (batch.hasEnded()) {
            JsonNode end = JSON.readTree(batch.fields().get("outcome"));
            end.properties().forEach(field -> json.put(field.getKey(), field.getValue()));
        } else {
            json.put("ended", Math.min(figures, events));
        }
        return json;
    }

    private static Map<String, Object> named(String id, String state, int figures) {
        Map<String, Object> links = new LinkedHashMap<>();
        links.put("self", PATH + id);
        links.put("events", PATH + id + "/events");
        links.put("result", PATH + id + "/result");
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        json.put("state", state);
        json.put("figures", figures);
        json.put("links", links);
        return json;
    }

    /** The end of a batch: in its hash, and in the last event. */
    static Map<String, Object> end(String state, int figures, int rendered, int failed, long totalMillis) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("state", state);
        json.put("figures", figures);
        json.put("ended", rendered + failed);
        json.put("rendered", rendered);
        json.put("failed", failed);
        json.put("totalMs", totalMillis);
        return json;
    }
}
