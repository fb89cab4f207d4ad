package asyfleet.queueserver.tasks.stored;

import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.trace.TaskTrace;
import asyfleet.trace.TraceContext;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** The request of a task without its files, as JSON in a field of its hash, for whoever has to run it again. */
public record StoredRequest(String main, TaskOptions options, int priority) {

    public static final String WEBHOOK = "webhook";
    public static final String CREATED = "created";
    private static final String REQUEST = "request";
    private static final String TRACE = "trace";
    private static final String TRACE_PARENT = "trace_parent";
    private static final String CALLER = "caller";
    private static final JsonMapper JSON = JsonMapper.shared();

    public static Map<String, byte[]> fields(
            TaskRequest task, Optional<String> webhook, TaskTerms terms, long createdMillis) {
        Map<String, byte[]> fields = new HashMap<>();
        StoredRequest stored = new StoredRequest(task.main(), task.options(), task.priority());
        fields.put(REQUEST, JSON.writeValueAsBytes(stored));
        fields.put(CREATED, bytes(Long.toString(createdMillis)));
        fields.putAll(traceFields(terms.trace()));
        fields.put(CALLER, bytes(terms.caller().name()));
        webhook.ifPresent(url -> fields.put(WEBHOOK, bytes(url)));
        return fields;
    }

    public static TaskRequest read(ApiTask task, Map<String, byte[]> files) {
        StoredRequest stored = stored(task);
        return new TaskRequest(files, stored.main, stored.options, stored.priority);
    }

    /** Its names in logs and traces, for whoever goes on with it. */
    public static Map<String, byte[]> traceFields(TaskTrace trace) {
        Map<String, byte[]> fields = new HashMap<>();
        fields.put(TRACE, bytes(trace.context().header()));
        trace.parent().ifPresent(span -> fields.put(TRACE_PARENT, bytes(span)));
        return fields;
    }

    /** Its names in logs and traces. */
    public static TaskTrace trace(String id, ApiTask task) {
        TraceContext context =
                task.field(TRACE).flatMap(TraceContext::parse).orElseGet(() -> TraceContext.create(false));
        return new TaskTrace(context, task.field(TRACE_PARENT), Optional.of(id));
    }

    /** The name of its caller; empty if an older version stored it. */
    public static String caller(ApiTask task) {
        return task.field(CALLER).orElse("");
    }

    public static Door door(ApiTask task) {
        return Door.ofPriority(stored(task).priority);
    }

    /** The options of its pictures. */
    public static PictureOptions pictures(ApiTask task) {
        return stored(task).options.picture();
    }

    private static StoredRequest stored(ApiTask task) {
        return JSON.readValue(task.fields().get(REQUEST), StoredRequest.class);
    }

    /** How long ago the client sent it, by the clocks of two machines: never negative. */
    public static Duration age(ApiTask task, long nowMillis) {
        long created = task.field(CREATED).map(Long::valueOf).orElse(nowMillis);
        return Duration.ofMillis(Math.max(0, nowMillis - created));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
