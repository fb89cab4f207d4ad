package asyfleet.trace;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * The spans of this process. Like the log, there is one for the process, chosen when the program starts: nothing is
 * recorded until {@link #export} was called, and a span then costs one look at a field. For any thread.
 */
public final class Spans {

    /** Volatile: set when the program starts and ends, read by all threads. */
    private static volatile SpanExporter exporter;

    private Spans() {}

    /** From now on spans go there. */
    public static void export(SpanExporter to) {
        exporter = to;
    }

    /** Sends what is recorded, for at most a few seconds, and records no more. */
    public static void end() {
        SpanExporter last = exporter;
        exporter = null;
        if (last != null) {
            last.close();
        }
    }

    /** How many spans were recorded and will never be exported. */
    public static long lost() {
        SpanExporter now = exporter;
        return now == null ? 0 : now.lost();
    }

    /** Whether spans are exported: if not, nobody needs to measure anything. */
    public static boolean isOn() {
        return exporter != null;
    }

    /** Whether those of this task are. */
    public static boolean wants(Optional<TaskTrace> task) {
        return exporter != null && task.isPresent() && task.get().context().sampled();
    }

    /** A task has ended just now, after this time. */
    public static void task(TaskTrace task, Duration time, Map<String, String> attributes, boolean failed) {
        whole("task", task, time, attributes, failed);
    }

    /** A task, or what has several of them, has ended just now, after this time. */
    public static void whole(
            String name, TaskTrace task, Duration time, Map<String, String> attributes, boolean failed) {
        SpanExporter to = exporter;
        if (to != null && task.context().sampled()) {
            to.add(Span.whole(name, task, time, attributes, failed));
        }
    }

    /** A part of a task has ended. */
    public static void part(TaskTrace task, String name, Instant start, Instant end) {
        SpanExporter to = exporter;
        if (to != null && task.context().sampled()) {
            to.add(Span.partOf(task, name, start, end));
        }
    }
}
