package asyfleet.queueserver.kroki;

import asyfleet.net.http.Body;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.kroki.picture.PictureThread;
import asyfleet.queueserver.render.Accept;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderOutcome;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The URL forms that documentation plug-ins speak to Kroki: {@code GET /asymptote/{format}/{encoded}},
 * {@code POST /asymptote/{format}}, {@code POST /asymptote}, and {@code POST /} with JSON. Parameters and fields that we
 * do not know are ignored, as Kroki does: plug-ins send the same options for all kinds of diagrams.
 */
final class KrokiDoor {

    private final RenderRules rules;
    private final Renderer renderer;
    private final PictureTags tags;
    private final PictureThread pictures;

    KrokiDoor(RenderRules rules, Renderer renderer, PictureTags tags, PictureThread pictures) {
        this.rules = rules;
        this.renderer = renderer;
        this.tags = tags;
        this.pictures = pictures;
    }

    /** The same URL is the same picture, so a client that has it is told so without running anything. */
    CompletionStage<Response> get(Request request) {
        KrokiFormat format = KrokiFormat.of(request.param("format"));
        Diagram diagram = Diagram.inPath(request, rules.fileLimits());
        return tags.of(kind(format, diagram), diagram.source()).thenCompose(tag -> {
            if (tag.isPresent() && PictureTags.isKnown(tag.get(), request)) {
                return CompletableFuture.completedFuture(tags.tagged(Response.empty(304), tag.get()));
            }
            return render(diagram, format, request)
                    .thenApply(response -> tag.isEmpty()
                            ? response
                            : tags.tagged(PictureTags.isAnyKnown(request) ? Response.empty(304) : response, tag.get()));
        });
    }

    /** All that makes a picture another one, beside its source. */
    private static String kind(KrokiFormat format, Diagram diagram) {
        Map<String, String> options = diagram.picture().toTexts();
        return options.isEmpty() ? format.name() : format.name() + options;
    }

    /** The format is in the path; in a JSON body it does not count. */
    CompletionStage<Response> post(Request request) {
        KrokiFormat format = KrokiFormat.of(request.param("format"));
        return render(Diagram.inBody(request), format, request);
    }

    /** The format is in a JSON body, else the client says what it accepts. */
    CompletionStage<Response> postToType(Request request) {
        Diagram diagram = Diagram.inBody(request);
        KrokiFormat format = diagram.format().orElseGet(() -> KrokiFormat.of(Accept.of(request)));
        return render(diagram, format, request).thenApply(response -> response.plus("Vary", "Accept"));
    }

    /** {@code POST /}: all is in the JSON body. */
    CompletionStage<Response> postJson(Request request) {
        Diagram diagram = Diagram.inBody(request);
        return render(diagram, diagram.format().orElseGet(KrokiFormat::usual), request);
    }

    private CompletionStage<Response> render(Diagram diagram, KrokiFormat format, Request request) {
        return renderer.render(
                        rules.task(diagram.files(), diagram.main(), format.drawn(), diagram.picture(), request),
                        request)
                .thenCompose(outcome -> RenderAnswer.isSuccess(outcome)
                        ? picture(outcome, format)
                        : CompletableFuture.failedStage(RenderAnswer.failure(outcome)));
    }

    private CompletionStage<Response> picture(RenderOutcome outcome, KrokiFormat format) {
        Response drawn = RenderAnswer.of(outcome);
        if (format.conversion().isEmpty()) {
            return CompletableFuture.completedStage(drawn);
        }
        ServerMessage.Result picture = outcome.images().get(outcome.images().size() - 1);
        return pictures.run(() -> new Response(
                drawn.status(),
                drawn.headers().with("Content-Type", format.mediaType()),
                new Body.Bytes(format.conversion().get().apply(picture))));
    }
}
