package asyfleet.queueserver.render;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that came of a task whose client waits for one answer.
 *
 * @param images the results, in order; the last one is the picture
 * @param queuedMillis from the request to the start, or to the end of a task that never started
 * @param totalMillis from the request to the end
 * @param retryAfter when the same request may succeed, if it failed for the load
 * @param trace by which the log lines of all services about the task are found
 */
public record RenderOutcome(
        List<ServerMessage.Result> images,
        Printed printed,
        ServerMessage.Last end,
        long queuedMillis,
        long totalMillis,
        Optional<Duration> retryAfter,
        Optional<String> trace) {

    /** The outcome of a task that its client has another name for. */
    public RenderOutcome(
            List<ServerMessage.Result> images,
            Printed printed,
            ServerMessage.Last end,
            long queuedMillis,
            long totalMillis) {
        this(images, printed, end, queuedMillis, totalMillis, Optional.empty(), Optional.empty());
    }

    RenderOutcome withTrace(String id, Optional<Duration> retry) {
        return new RenderOutcome(images, printed, end, queuedMillis, totalMillis, retry, Optional.of(id));
    }

    /** The last image of each format, in the order in which these came. */
    public Collection<ServerMessage.Result> lastOfEachFormat() {
        Map<Format, ServerMessage.Result> last = new LinkedHashMap<>();
        for (ServerMessage.Result image : images) {
            last.remove(image.format());
            last.put(image.format(), image);
        }
        return last.values();
    }

    /**
     * How long the program ran for this request: of a run that began before it only the rest, of a kept result nothing. It
     * is never more than there was time for behind the queue, though a slot begins a moment before its queue server knows.
     */
    public Optional<Long> executionMillis() {
        return Optional.ofNullable(end.timeMillis()).map(millis -> Math.min(millis, totalMillis - queuedMillis));
    }
}
