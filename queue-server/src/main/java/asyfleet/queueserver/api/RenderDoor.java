package asyfleet.queueserver.api;

import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderBody;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import asyfleet.queueserver.task.TaskRequest;
import java.util.concurrent.CompletionStage;

/** {@code POST /api/render}: one source, a form or JSON in; the image, or what went wrong, out. */
final class RenderDoor implements RequestHandler {

    private final RenderBody body;
    private final Renderer renderer;

    RenderDoor(RenderRules rules, Renderer renderer) {
        this.body = new RenderBody(rules);
        this.renderer = renderer;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        TaskRequest task = body.read(request);
        return renderer.render(task, request)
                .thenApply(outcome -> RenderAnswer.of(outcome, task.options().picture()));
    }
}
