package asyfleet.queueserver.dropin;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderBody;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import asyfleet.queueserver.submission.TaskRequest;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * {@code POST /}, where two families of clients meet: those of the public Asymptote server send a source and {@code ?f=},
 * those of Kroki send JSON. Either moves here by changing a host name.
 */
final class DropInDoor implements RequestHandler {

    private final RenderRules rules;
    private final Renderer renderer;
    private final KrokiDoor kroki;

    DropInDoor(RenderRules rules, Renderer renderer, KrokiDoor kroki) {
        this.rules = rules;
        this.renderer = renderer;
        this.kroki = kroki;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        if (RenderBody.contentType(request).equals("application/json")) {
            return kroki.postJson(request);
        }
        if (request.body().length == 0) {
            throw HttpError.badRequest("the body is empty; expected Asymptote source");
        }
        Format format = rules.format(request.query("f").orElse(Format.SVG.wire()));
        TaskOptions options = new TaskOptions(false, null, format, StderrMode.STDOUT, 0);
        TaskRequest task =
                rules.task(Map.of(RenderBody.DEFAULT_MAIN, request.body()), RenderBody.DEFAULT_MAIN, options, request);
        return renderer.render(task, request).thenApply(RenderAnswer::of);
    }
}
