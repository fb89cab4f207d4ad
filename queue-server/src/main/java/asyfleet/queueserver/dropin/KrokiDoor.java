package asyfleet.queueserver.dropin;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.codec.FieldKind;
import asyfleet.protocol.task.codec.Fields;
import asyfleet.protocol.task.codec.OptionFields;
import asyfleet.protocol.wire.Excerpt;
import asyfleet.queueserver.render.RenderAnswer;
import asyfleet.queueserver.render.RenderBody;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The URL forms that documentation plug-ins speak to Kroki: {@code GET /asymptote/{format}/{encoded}},
 * {@code POST /asymptote/{format}}, {@code POST /asymptote}, and {@code POST /} with JSON. Parameters and fields that we
 * do not know are ignored, as Kroki does: plug-ins send the same options for all kinds of diagrams.
 */
final class KrokiDoor {

    private static final String TYPE = "asymptote";

    private final RenderRules rules;
    private final Renderer renderer;
    private final PictureTags tags;

    KrokiDoor(RenderRules rules, Renderer renderer, PictureTags tags) {
        this.rules = rules;
        this.renderer = renderer;
        this.tags = tags;
    }

    /** The same URL is the same picture, so a client that has it is told so without running anything. */
    CompletionStage<Response> get(Request request) {
        Format format = RenderRules.format("format", request.param("format"));
        byte[] source = EncodedSource.decode(request.param("encoded"), rules.sourceLimit());
        return tags.of(format, source).thenCompose(tag -> {
            if (tag.isPresent() && PictureTags.isKnown(tag.get(), request)) {
                return CompletableFuture.completedFuture(tags.tagged(Response.empty(304), tag.get()));
            }
            return render(source, format, request)
                    .thenApply(response -> response.status() == 200 && tag.isPresent()
                            ? tags.tagged(PictureTags.isAnyKnown(request) ? Response.empty(304) : response, tag.get())
                            : response);
        });
    }

    /** The format is in the path; in a JSON body only the source counts. */
    CompletionStage<Response> post(Request request) {
        Format format = RenderRules.format("format", request.param("format"));
        return render(
                isJson(request) ? RenderRules.strictly(() -> read(request).source) : request.body(), format, request);
    }

    /** The format is in a JSON body, else the client says what it accepts. */
    CompletionStage<Response> postToType(Request request) {
        Diagram diagram = isJson(request)
                ? RenderRules.strictly(() -> read(request))
                : new Diagram(request.body(), Optional.empty());
        Format format = diagram.format.orElseGet(() -> AcceptedFormat.of(request));
        return render(diagram.source, format, request).thenApply(response -> response.plus("Vary", "Accept"));
    }

    /** {@code POST /}: all is in the JSON body. */
    CompletionStage<Response> postJson(Request request) {
        Diagram diagram = RenderRules.strictly(() -> {
            String type = RenderBody.body(request).required("diagram_type", FieldKind.TEXT);
            if (!type.equals(TYPE)) {
                throw HttpError.badRequest("diagram_type is " + Excerpt.of(type) + "; expected " + TYPE);
            }
            return read(request);
        });
        return render(diagram.source, diagram.format.orElse(Format.SVG), request);
    }

    private static boolean isJson(Request request) {
        return RenderBody.contentType(request).equals("application/json");
    }

    private record Diagram(byte[] source, Optional<Format> format) {}

    private static Diagram read(Request request) {
        Fields body = RenderBody.body(request);
        return new Diagram(
                body.required("diagram_source", FieldKind.SOURCE),
                Optional.ofNullable(body.optional("output_format", OptionFields.FORMAT)));
    }

    private CompletionStage<Response> render(byte[] source, Format format, Request request) {
        RenderRules.notEmpty("the diagram", source);
        return renderer.render(rules.task(source, format, request), request).thenApply(RenderAnswer::of);
    }
}
