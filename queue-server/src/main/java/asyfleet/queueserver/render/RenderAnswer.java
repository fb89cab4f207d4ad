package asyfleet.queueserver.render;

import asyfleet.failure.StageFailure;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.redis.connection.TooFewReplicasException;
import asyfleet.trace.TraceContext;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** The response that every HTTP door gives to the end of a task: the image, or what went wrong in words. */
public final class RenderAnswer {

    private static final String RETRY_AFTER_SECONDS = "5";

    private RenderAnswer() {}

    public static Response of(RenderOutcome outcome) {
        return of(outcome, UnaryOperator.identity());
    }

    /** @param worded the error as the door says it */
    public static Response of(RenderOutcome outcome, UnaryOperator<HttpError> worded) {
        return timed(
                outcome,
                isSuccess(outcome)
                        ? image(outcome)
                        : worded.apply(failure(outcome)).response());
    }

    /** The same; who asked for a list of formats gets a list of images. */
    public static Response of(RenderOutcome outcome, PictureOptions asked) {
        return asked.formats() == null || !isSuccess(outcome)
                ? of(outcome)
                : timed(outcome, Response.json(200, list(outcome)));
    }

    private static Map<String, Object> list(RenderOutcome outcome) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(
                "images",
                outcome.lastOfEachFormat().stream().map(RenderAnswer::entry).toList());
        outcome.printed().addTo(json);
        return json;
    }

    private static Map<String, Object> entry(ServerMessage.Result image) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("format", image.format().wire());
        json.put("image", base64(image));
        json.put("imageType", image.format().contentType());
        return json;
    }

    private static String base64(ServerMessage.Result image) {
        return Base64.getEncoder().encodeToString(image.contents());
    }

    /** A program that ended well and drew nothing is no success to somebody who waits for an image. */
    public static boolean isSuccess(RenderOutcome outcome) {
        return outcome.end().success() && !outcome.images().isEmpty();
    }

    private static Response image(RenderOutcome outcome) {
        return image(outcome.images().get(outcome.images().size() - 1));
    }

    public static Response image(ServerMessage.Result image) {
        return Response.of(200, image.format().contentType(), image.contents())
                .with("Content-Security-Policy", policy(image.format()));
    }

    /**
     * A picture may be opened by itself and embedded by any page, but nothing in it may run or load. What an SVG shows
     * is in it: styles, fonts, and images as data. Some browsers show a PDF by a program of their own, which a sandbox
     * stops. The scripts of an HTML page run, and can do no more than draw: a sandbox gives the page an origin of its own,
     * and nothing may be fetched.
     */
    private static String policy(Format format) {
        return switch (format) {
            case SVG, PNG, EPS ->
                "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; sandbox";
            case PDF -> "default-src 'none'";
            case HTML ->
                "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
                        + " img-src data: blob:";
        };
    }

    /** Why there is no image, with all that is known, for a door that says it in its own way. */
    public static HttpError failure(RenderOutcome outcome) {
        Map<String, Object> json = verdict(outcome);
        outcome.printed().addTo(json);
        if (!outcome.images().isEmpty()) {
            ServerMessage.Result partial = outcome.images().get(outcome.images().size() - 1);
            json.put("image", base64(partial));
            json.put("imageType", partial.format().contentType());
        }
        EndCode code = verdictOf(outcome.end()).code();
        json.keySet().removeAll(List.of("code", "error")); // an error has these by itself
        HttpError error =
                new HttpError(EndStatus.of(code), code.wire(), outcome.end().error()).with(json);
        String retry = outcome.retryAfter().map(EndStatus::seconds).orElse(RETRY_AFTER_SECONDS);
        return EndStatus.isTemporary(code) ? error.withHeader("Retry-After", retry) : error;
    }

    /** The answer of a door when Redis does not answer. */
    public static HttpError unavailable() {
        return unavailable("The queue does not answer");
    }

    /** The answer of a door when Redis does not do what it should. */
    public static HttpError unavailable(String reason) {
        return new HttpError(503, EndCode.UNAVAILABLE.wire(), reason + "; try again in a moment")
                .withHeader("Retry-After", RETRY_AFTER_SECONDS);
    }

    /** The answer of Redis, or an error for the client if Redis does not answer. */
    public static <T> CompletionStage<T> answered(CompletionStage<T> stage) {
        return stage.exceptionallyCompose(failure -> CompletableFuture.failedStage(inWords(failure)));
    }

    private static HttpError inWords(Throwable failure) {
        return StageFailure.causeOf(failure) instanceof TooFewReplicasException
                ? unavailable("Too few replicas of Redis have the task")
                : unavailable();
    }

    /** Why a task failed, as the fields of every JSON answer that says so. */
    public static Map<String, Object> verdict(RenderOutcome outcome) {
        Verdict verdict = verdictOf(outcome.end());
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("code", verdict.code().wire());
        json.put("error", outcome.end().error());
        json.put("stage", verdict.stage().wire());
        putIfPresent(json, "limit", verdict.limit());
        putIfPresent(json, "measured", verdict.measured());
        verdict.details().forEach(json::put);
        return json;
    }

    private static Verdict verdictOf(ServerMessage.Last end) {
        return Objects.requireNonNullElse(end.verdict(), Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE))
                .worded(end.error());
    }

    private static void putIfPresent(Map<String, Object> json, String name, Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    private static Response timed(RenderOutcome outcome, Response response) {
        Response timed = response.with("X-Asyfleet-Queued-Ms", Long.toString(outcome.queuedMillis()))
                .with("X-Asyfleet-Total-Ms", Long.toString(outcome.totalMillis()));
        Response run = outcome.executionMillis()
                .map(millis -> timed.with("X-Asyfleet-Execution-Ms", Long.toString(millis)))
                .orElse(timed);
        return outcome.trace().map(id -> run.with(TraceContext.ANSWER, id)).orElse(run);
    }
}
