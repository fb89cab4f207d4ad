package asyfleet.queueserver.tasks.batch;

import asyfleet.trace.Spans;
import asyfleet.trace.TaskTrace;
import java.time.Duration;
import java.util.Map;

/** The span of a whole batch, which the spans of its figures are parts of. */
final class BatchSpan {

    private BatchSpan() {}

    /** It has ended just now; any thread. */
    static void record(TaskTrace batch, Duration age, int figures, boolean failed) {
        if (Spans.isOn()) {
            Map<String, String> attributes =
                    Map.of("asyfleet.id", batch.id().orElseThrow(), "asyfleet.figures", Integer.toString(figures));
            Spans.whole("batch", batch, age, attributes, failed);
        }
    }
}
