package asyfleet.trace;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A part of a task's time, for traces.
 *
 * @param context its own name, in the trace of the task
 * @param parent the span that it is a part of
 * @param attributes in order
 * @param failed whether the fleet or the task failed in it
 */
public record Span(
        String name,
        TraceContext context,
        Optional<String> parent,
        Instant start,
        Instant end,
        Map<String, String> attributes,
        boolean failed) {

    /** The span of a whole task or batch that ends now. */
    static Span whole(String name, TaskTrace task, Duration time, Map<String, String> attributes, boolean failed) {
        Instant end = Instant.now();
        return new Span(name, task.context(), task.parent(), end.minus(time), end, attributes, failed);
    }

    /** A part of a task. */
    static Span partOf(TaskTrace task, String name, Instant start, Instant end) {
        Optional<String> whole = Optional.of(task.context().spanId());
        return new Span(name, task.context().child(), whole, start, end, Map.of(), false);
    }
}
