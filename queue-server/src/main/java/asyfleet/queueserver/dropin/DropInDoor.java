package asyfleet.queueserver.dropin;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.Format;
import asyfleet.queueserver.render.Accept;
import asyfleet.queueserver.render.FailureText;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderBody;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * {@code POST /}, where two families of clients meet: those of the public Asymptote server send a source and {@code ?f=},
 * those of Kroki send JSON. Errors have the two fields of the public server beside ours; the status says more than its
 * own, which is 415 for every mistake and 204 for no picture.
 */
final class DropInDoor implements RequestHandler {

    /** The public server's own default comes first. */
    private static final List<Format> FORMATS = List.of(Format.HTML, Format.SVG, Format.PNG, Format.PDF, Format.EPS);

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
        try {
            return render(request);
        } catch (HttpError error) {
            throw worded(error);
        }
    }

    private CompletionStage<Response> render(Request request) {
        byte[] source = RenderRules.notEmpty("the body", request.body());
        AsyQuery query = AsyQuery.read(request);
        Format format = query.format().orElseGet(() -> accepted(request));
        return renderer.render(query.task(source, format, rules, request), request)
                .thenApply(outcome -> RenderAnswer.of(outcome, DropInDoor::worded));
    }

    /** HTML, unless the client asks for something else: the public server knows no {@code Accept}. */
    private static Format accepted(Request request) {
        return Accept.of(request).best(FORMATS, Format::contentType).orElse(Format.HTML);
    }

    private static HttpError worded(HttpError error) {
        String message =
                switch (error.code()) {
                    case "TIME_LIMIT" -> "Asymptote timeout";
                    case "EXIT_CODE", "SIGNAL", "NO_IMAGE" -> "Asymptote error.";
                    default -> error.getMessage();
                };
        return error.with("msg", message).with("reason", FailureText.of(error));
    }
}
