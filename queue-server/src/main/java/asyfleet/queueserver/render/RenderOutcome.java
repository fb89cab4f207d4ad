package asyfleet.queueserver.render;

import asyfleet.protocol.task.ServerMessage;
import java.util.List;
import java.util.Optional;

/**
 * All that came of a task whose client waits for one answer.
 *
 * @param images the results, in order; the last one is the picture
 * @param end Complete or Denied
 * @param queuedMillis from the request to the start
 * @param totalMillis from the request to the end
 */
public record RenderOutcome(
        List<ServerMessage.Result> images, Printed printed, ServerMessage end, long queuedMillis, long totalMillis) {

    /** How long the program ran for this request: of a run that began before it, and of a kept result, only a part. */
    public Optional<Long> executionMillis() {
        return end instanceof ServerMessage.Complete complete && complete.timeMillis() != null
                ? Optional.of(Math.min(complete.timeMillis(), totalMillis))
                : Optional.empty();
    }
}
