package asyfleet.queueserver.api;

import asyfleet.protocol.task.ServerMessage;
import java.util.List;

/**
 * All that came of a task whose client waits for one answer.
 *
 * @param images the results, in order; the last one is the picture
 * @param output what the program printed, as far as it was kept
 * @param end Complete or Denied
 * @param queuedMillis from the request to the start
 * @param totalMillis from the request to the end
 */
public record RenderOutcome(
        List<ServerMessage.Result> images, String output, ServerMessage end, long queuedMillis, long totalMillis) {}
