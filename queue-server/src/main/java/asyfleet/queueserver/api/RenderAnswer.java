package asyfleet.queueserver.api;

import asyfleet.net.http.Response;
import asyfleet.protocol.task.EndCode;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.Stage;
import asyfleet.protocol.task.Verdict;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** Turns the end of a task into the response that every HTTP door gives: the image, or what went wrong in words. */
final class RenderAnswer {

    private static final int RETRY_AFTER_SECONDS = 5;

    private RenderAnswer() {}

    static Response of(RenderOutcome outcome) {
        if (outcome.end() instanceof ServerMessage.Denied denied) {
            EndCode code = Objects.requireNonNullElse(denied.code(), EndCode.UNAVAILABLE);
            return timed(outcome, error(Verdict.of(code, Stage.QUEUE), denied.error(), outcome));
        }
        ServerMessage.Complete complete = (ServerMessage.Complete) outcome.end();
        if (complete.success() && !outcome.images().isEmpty()) {
            return timed(outcome, image(outcome));
        }
        Verdict verdict =
                Objects.requireNonNullElse(complete.verdict(), Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE));
        return timed(outcome, error(verdict, complete.error(), outcome));
    }

    private static Response image(RenderOutcome outcome) {
        ServerMessage.Result last = outcome.images().get(outcome.images().size() - 1);
        return Response.of(200, last.format().contentType(), last.contents());
    }

    private static Response error(Verdict verdict, String error, RenderOutcome outcome) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("code", verdict.code().wire());
        json.put("error", error);
        json.put("stage", verdict.stage().wire());
        putIfPresent(json, "limit", verdict.limit());
        putIfPresent(json, "measured", verdict.measured());
        putIfPresent(json, "file", verdict.file());
        putIfPresent(json, "line", verdict.line());
        json.put("output", outcome.output());
        if (!outcome.images().isEmpty()) {
            ServerMessage.Result partial = outcome.images().get(outcome.images().size() - 1);
            json.put("image", Base64.getEncoder().encodeToString(partial.contents()));
            json.put("imageType", partial.format().contentType());
        }
        Response response = Response.json(EndStatus.of(verdict.code()), json);
        return EndStatus.isTemporary(verdict.code())
                ? response.with("Retry-After", Integer.toString(RETRY_AFTER_SECONDS))
                : response;
    }

    private static void putIfPresent(Map<String, Object> json, String name, Object value) {
        if (value != null) {
            json.put(name, value);
        }
    }

    private static Response timed(RenderOutcome outcome, Response response) {
        Response timed = response.with("X-Asyfleet-Queued-Ms", Long.toString(outcome.queuedMillis()))
                .with("X-Asyfleet-Total-Ms", Long.toString(outcome.totalMillis()));
        if (outcome.end() instanceof ServerMessage.Complete complete && complete.timeMillis() != null) {
            return timed.with("X-Asyfleet-Execution-Ms", Long.toString(complete.timeMillis()));
        }
        return timed;
    }
}
