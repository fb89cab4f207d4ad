package asyfleet.client.render;

import asyfleet.client.command.FleetHttp;
import asyfleet.client.command.OpenBatches;
import asyfleet.client.connect.Image;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.codec.Fields;
import asyfleet.protocol.task.codec.OptionFields;
import asyfleet.protocol.task.codec.VerdictFields;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.retry.Backoff;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * One batch: sent, and followed to its end. A connection that breaks is opened again and goes on where it was. Runs on the
 * thread of its sender, which it blocks; images are fetched beside it.
 */
final class SentBatch {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Between tries when a server does not answer: together half a minute, in which one can be started again. */
    static final Backoff PAUSES = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(5));

    /** A server that follows a batch sends a line at least every 15 s. One that is silent for so long is gone. */
    static final Duration SILENCE = Duration.ofSeconds(45);

    private static final int MOST_FAILURES = 10;
    private static final int TAKEN = 202;
    private static final int OK = 200;
    private static final int FORGOTTEN = 404;
    private static final int TOO_LARGE = 413;
    private static final Set<EndCode> DENIALS =
            Set.of(EndCode.QUEUE_FULL, EndCode.QUEUE_TIMEOUT, EndCode.TOO_MANY_TASKS, EndCode.UNAVAILABLE);

    private final FleetHttp http;
    private final OpenBatches open;
    private final List<BatchSender.SentFigure> figures;
    private final Backoff pauses;
    private final Duration silence;
    private final BatchImages images;

    /** Those that had no room in the batch. */
    private final List<BatchSender.SentFigure> tooLarge = new ArrayList<>();

    /** By number, from 1; those that have ended are removed. */
    private final Map<Integer, BatchSender.SentFigure> left = new HashMap<>();

    private String path;
    private long heard;
    private boolean over;
    private boolean refusedForSize;

    /** The reason why figures are lost that have no end when the batch is over. */
    private String loss;

    /** @param silence after it a connection counts as broken */
    SentBatch(
            FleetHttp http, OpenBatches open, List<BatchSender.SentFigure> figures, Backoff pauses, Duration silence) {
        this.http = http;
        this.open = open;
        this.figures = figures;
        this.pauses = pauses;
        this.silence = silence;
        this.images = new BatchImages(http, pauses, MOST_FAILURES);
    }

    /**
     * Sends it, and waits for the end of every figure.
     *
     * @return those that are to be sent alone: all if the server does not take the batch, and figures whose images have no
     *     room beside those of the others
     */
    List<BatchSender.SentFigure> run() throws InterruptedException {
        try (OpenBatches.OpenBatch batch = open.open(http).orElseThrow(SentBatch::aborted)) {
            if (!send(batch)) {
                return figures;
            }
            for (int i = 0; i < figures.size(); i++) {
                left.put(i + 1, figures.get(i));
            }
            follow();
            return tooLarge;
        }
    }

    /** Whether the server takes smaller batches only. */
    boolean wasRefusedForSize() {
        return refusedForSize;
    }

    private boolean send(OpenBatches.OpenBatch batch) throws InterruptedException {
        try {
            HttpResponse<String> answer = http.send(
                    http.request("/api/batch")
                            .header("Content-Type", "application/json")
                            .timeout(PATIENCE)
                            .POST(BodyPublishers.ofByteArray(body())),
                    BodyHandlers.ofString());
            if (answer.statusCode() != TAKEN) {
                refusedForSize = answer.statusCode() == TOO_LARGE;
                return false;
            }
            path = "/api/batch/" + JSON.readTree(answer.body()).path("id").asString();
            batch.taken(path);
            return true;
        } catch (IOException | JacksonException unreachable) {
            return false; // alone, the figures find out why
        }
    }

    private static InterruptedException aborted() {
        return new InterruptedException("the program is being ended");
    }

    private byte[] body() {
        Map<String, byte[]> common = common();
        List<Map<String, Object>> all = figures.stream()
                .map(figure -> {
                    Map<String, byte[]> own = new LinkedHashMap<>(
                            figure.rendering().gathered.sources().files());
                    own.keySet().removeAll(common.keySet());
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("main", figure.rendering().gathered.sources().main());
                    json.put("files", contents(own));
                    return json;
                })
                .toList();
        for (int i = 0; i < all.size(); i++) {
            all.get(i).put("name", "f" + (i + 1)); // the paths of this machine are nobody's business
        }
        Map<String, Object> options =
                OptionFields.write(figures.get(0).options().toMessage());
        options.remove("interactive");
        return JSON.writeValueAsBytes(Map.of("figures", all, "files", contents(common), "options", options));
    }

    /** The files that all figures have. */
    private Map<String, byte[]> common() {
        Map<String, byte[]> common = new LinkedHashMap<>(
                figures.get(0).rendering().gathered.sources().files());
        for (BatchSender.SentFigure figure : figures) {
            Map<String, byte[]> files = figure.rendering().gathered.sources().files();
            common.entrySet().removeIf(file -> !Arrays.equals(files.get(file.getKey()), file.getValue()));
        }
        return common;
    }

    private static Map<String, Object> contents(Map<String, byte[]> files) {
        Map<String, Object> json = new LinkedHashMap<>();
        files.forEach((name, bytes) -> {
            String text = new String(bytes, StandardCharsets.UTF_8);
            boolean plain = Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8));
            json.put(name, plain ? text : Map.of("base64", Base64.getEncoder().encodeToString(bytes)));
        });
        return json;
    }

    private void follow() throws InterruptedException {
        for (int failures = 0; !over && !open.areAborting() && failures < MOST_FAILURES; failures++) {
            long before = heard;
            try {
                listen();
            } catch (IOException | UncheckedIOException | JacksonException broken) { // perhaps within a line
                loss = "the server does not answer any more; the batch may go on there";
            }
            failures = heard > before ? 0 : failures;
            if (!over) {
                TimeUnit.MILLISECONDS.sleep(pauses.pause(failures + 1).toMillis());
            }
        }
        if (open.areAborting()) {
            throw aborted(); // the figures that are left are not lost: their user left them
        }
        left.values().forEach(figure -> end(figure, new TaskOutcome.Lost(loss), Duration.ZERO));
        left.clear();
    }

    private void listen() throws IOException, InterruptedException {
        HttpResponse<Stream<String>> answer =
                http.send(http.request(path + "/events?after=" + heard).timeout(PATIENCE), BodyHandlers.ofLines());
        int status = answer.statusCode();
        if (status == OK) {
            loss = "the server told no end of it";
            read(answer.body());
        } else {
            over = status / 100 == 2 || status == FORGOTTEN;
            loss = over ? "the server forgot the batch" : "the server answers with status " + status;
        }
    }

    private void read(Stream<String> lines) {
        CompletableFuture<Void> next = closedIfSilent(lines);
        try (lines) {
            Iterator<String> each = lines.iterator();
            while (!over && each.hasNext()) {
                next.complete(null);
                String line = each.next();
                if (!line.isEmpty()) {
                    hear(line);
                }
                next = closedIfSilent(lines);
            }
        } finally {
            next.complete(null);
        }
    }

    /** A machine that vanished closes no connection. @return to be completed when the next line is there */
    private CompletableFuture<Void> closedIfSilent(Stream<String> lines) {
        CompletableFuture<Void> next =
                new CompletableFuture<Void>().orTimeout(silence.toMillis(), TimeUnit.MILLISECONDS);
        next.exceptionally(silent -> {
            lines.close();
            return null;
        });
        return next;
    }

    private void hear(String line) {
        JsonNode event = JSON.readTree(line);
        heard = Math.max(heard, event.path("id").asLong(0));
        switch (event.path("event").asString("")) {
            case "figure" ->
                Optional.ofNullable(left.remove(event.path("number").asInt()))
                        .ifPresent(figure -> ended(figure, line, event));
            case "complete" -> over = true;
            default -> {} // a figure that is rendered again has its image already
        }
    }

    private void ended(BatchSender.SentFigure figure, String line, JsonNode end) {
        Optional<Verdict> verdict = Optional.ofNullable(
                VerdictFields.read(Fields.parse("the end of a figure", line.getBytes(StandardCharsets.UTF_8))));
        if (verdict.filter(SentBatch::isForWantOfRoom).isPresent()) {
            tooLarge.add(figure);
            return;
        }
        FigureRendering rendering = figure.rendering();
        print(rendering, OutputStreamName.STDOUT, end.path("output").asString(""));
        print(rendering, OutputStreamName.STDERR, end.path("stderr").asString(""));
        List<CompletableFuture<Image>> fetched =
                end.path("images").valueStream().map(images::fetch).toList();
        Duration took = Duration.ofMillis(end.path("totalMs").asLong());
        CompletableFuture.allOf(fetched.toArray(CompletableFuture[]::new)).whenComplete((done, failure) -> {
            TaskOutcome outcome = failure == null
                    ? outcome(
                            verdict,
                            end,
                            fetched.stream().map(CompletableFuture::join).toList())
                    : new TaskOutcome.Lost("its image could not be fetched: " + BatchImages.why(failure));
            end(figure, outcome, took);
        });
    }

    /** The images of a batch have one bound, which the fleet sets; alone, the same figure may well be rendered. */
    private static boolean isForWantOfRoom(Verdict verdict) {
        return verdict.code() == EndCode.OUTPUT_LIMIT && verdict.stage() == Stage.FLEET;
    }

    private static void print(FigureRendering rendering, OutputStreamName stream, String text) {
        if (!text.isEmpty()) {
            rendering.output(stream, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static TaskOutcome outcome(Optional<Verdict> verdict, JsonNode end, List<Image> images) {
        Optional<Duration> time = end.has("executionMs")
                ? Optional.of(Duration.ofMillis(end.path("executionMs").asLong()))
                : Optional.empty();
        if (end.path("state").asString().equals("succeeded")) {
            return new TaskOutcome.Rendered(images, time);
        }
        String error = end.path("error").asString("failed");
        return verdict.map(Verdict::code).filter(DENIALS::contains).isPresent()
                ? new TaskOutcome.Denied(error, verdict.map(Verdict::code), Optional.empty())
                : new TaskOutcome.Failed(error, verdict, images, time, Optional.empty());
    }

    private static void end(BatchSender.SentFigure figure, TaskOutcome outcome, Duration took) {
        figure.rendering().ended(outcome, took);
        figure.ended().accept(figure.rendering());
    }
}
