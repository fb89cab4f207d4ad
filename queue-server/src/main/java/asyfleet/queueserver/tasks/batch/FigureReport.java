package asyfleet.queueserver.tasks.batch;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.render.Printed;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderOutcome;
import asyfleet.queueserver.tasks.stored.TaskEvent;
import asyfleet.redis.apitask.ApiBatches;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The end of one figure of a batch as JSON: in Redis, in the event, and in the line of those who listen.
 *
 * @param images in the order of the JSON's {@code images}
 */
record FigureReport(Map<String, Object> json, List<byte[]> images) {

    static final String EVENT = "figure";
    private static final int MOST_PRINTED = 64 << 10;
    private static final JsonMapper JSON = JsonMapper.shared();

    /** The place of a figure in its batch. */
    record Place(String batch, int number, String figure) {}

    /** @param bytesLeft for images of its batch; if there are too few, the figure fails */
    static FigureReport of(Place place, RenderOutcome outcome, long bytesLeft) {
        long bytes = outcome.images().stream()
                .mapToLong(image -> image.contents().length)
                .sum();
        return bytes > bytesLeft ? written(place, tooLarge(outcome, bytes, bytesLeft)) : written(place, outcome);
    }

    private static RenderOutcome tooLarge(RenderOutcome outcome, long bytes, long bytesLeft) {
        String error = "The images of the figure have " + bytes + " bytes; the batch has room for " + bytesLeft;
        Verdict verdict = Verdict.ofLimit(EndCode.OUTPUT_LIMIT, Stage.FLEET, bytesLeft, bytes);
        return new RenderOutcome(
                List.of(),
                outcome.printed(),
                new ServerMessage.Complete(
                        false, error, outcome.executionMillis().orElse(null), verdict),
                outcome.queuedMillis(),
                outcome.totalMillis());
    }

    private static FigureReport written(Place place, RenderOutcome outcome) {
        boolean success = RenderAnswer.isSuccess(outcome);
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("figure", place.figure);
        json.put("number", place.number);
        json.put("state", success ? "succeeded" : "failed");
        json.put("images", entries(place, outcome.images()));
        if (!success) {
            json.putAll(RenderAnswer.verdict(outcome));
        }
        outcome.executionMillis().ifPresent(millis -> json.put("executionMs", millis));
        json.put("queuedMs", outcome.queuedMillis());
        json.put("totalMs", outcome.totalMillis());
        new Printed(cut(outcome.printed().output()), cut(outcome.printed().errors())).addTo(json);
        return new FigureReport(
                json,
                outcome.images().stream().map(ServerMessage.Result::contents).toList());
    }

    private static List<Map<String, Object>> entries(Place place, List<ServerMessage.Result> images) {
        Map<Format, Integer> counts = new EnumMap<>(Format.class);
        List<Map<String, Object>> entries = new ArrayList<>();
        for (ServerMessage.Result image : images) {
            int count = counts.merge(image.format(), 1, Integer::sum);
            String number = count == 1 ? "" : "-" + count;
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("file", place.figure + number + "." + image.format().wire());
            entry.put("format", image.format().wire());
            entry.put("bytes", image.contents().length);
            entry.put("link", BatchJson.PATH + place.batch + "/images/" + place.number + "." + (entries.size() + 1));
            entries.add(entry);
        }
        return entries;
    }

    private static String cut(String text) {
        return text.length() > MOST_PRINTED ? text.substring(0, MOST_PRINTED) + "\n[cut]\n" : text;
    }

    boolean isSuccess() {
        return json.get("state").equals("succeeded");
    }

    long bytes() {
        return images.stream().mapToLong(image -> image.length).sum();
    }

    ApiBatches.EndedFigure toEnd(int number) {
        TaskEvent event = TaskEvent.of(EVENT, json);
        return new ApiBatches.EndedFigure(number, event.data(), event.stored(), images);
    }

    static JsonNode read(byte[] stored) {
        return JSON.readTree(stored);
    }

    /** The bytes of the images that a stored end speaks of. */
    static long bytes(JsonNode stored) {
        return stored.path("images")
                .valueStream()
                .mapToLong(image -> image.path("bytes").asLong())
                .sum();
    }
}
