package asyfleet.trace;

import asyfleet.logging.LogFields;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The names of a task that stay the same however often it is submitted, on every log line about it.
 *
 * @param context the span of the whole task
 * @param parent the span of the client that asked for it, if it sent one
 * @param id the ID that {@code /api/tasks} gave
 */
public record TaskTrace(TraceContext context, Optional<String> parent, Optional<String> id) implements LogFields {

    /**
     * A task begins.
     *
     * @param traceparent the header of the request, if it has one
     * @param sampled for a trace that begins here
     */
    public static TaskTrace begin(Optional<String> traceparent, boolean sampled) {
        Optional<TraceContext> caller = traceparent.flatMap(TraceContext::parse);
        return new TaskTrace(
                caller.map(TraceContext::child).orElseGet(() -> TraceContext.create(sampled)),
                caller.map(TraceContext::spanId),
                Optional.empty());
    }

    public TaskTrace withId(String given) {
        return new TaskTrace(context, parent, Optional.of(given));
    }

    /** The field {@code trace} of a task in Redis: the header, and behind a blank the ID. */
    public String toField() {
        return context.header() + id.map(given -> ' ' + given).orElse("");
    }

    /** Empty if there is no field, as in a task of another program, or nonsense in it. */
    public static Optional<TaskTrace> ofField(String field) {
        int blank = field.indexOf(' ');
        String header = blank < 0 ? field : field.substring(0, blank);
        Optional<String> id = blank < 0 ? Optional.empty() : Optional.of(field.substring(blank + 1));
        return TraceContext.parse(header).map(context -> new TaskTrace(context, Optional.empty(), id));
    }

    @Override
    public Map<String, String> logFields() {
        Map<String, String> fields = new LinkedHashMap<>();
        id.ifPresent(given -> fields.put("id", given));
        fields.put("traceparent", context.header());
        return fields;
    }
}
