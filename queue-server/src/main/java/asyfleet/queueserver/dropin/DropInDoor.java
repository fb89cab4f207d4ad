package asyfleet.queueserver.dropin;

import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.Format;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderBody;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import java.util.concurrent.CompletionStage;

/**
 * {@code POST /}, where two families of clients meet: those of the public Asymptote server send a source and {@code ?f=},
 * those of Kroki send JSON. Either moves here by changing a host name.
 */
final class DropInDoor implements RequestHandler {

    private final RenderRules rules;
    private final Renderer renderer;
    private final RequestHandler kroki;

    /** @param kroki for JSON */
    DropInDoor(RenderRules rules, Renderer renderer, RequestHandler kroki) {
        this.rules = rules;
        this.renderer = renderer;
        this.kroki = kroki;
    }

    @Override
    public CompletionStage<Response> handle(Request request) {
        if (RenderBody.contentType(request).equals("application/json")) {
            return kroki.handle(request);
        }
        byte[] source = RenderRules.notEmpty("the body", request.body());
        Format format = request.query("f").map(f -> RenderRules.format("f", f)).orElse(Format.SVG);
        return renderer.render(rules.task(source, format, request), request).thenApply(RenderAnswer::of);
    }
}
