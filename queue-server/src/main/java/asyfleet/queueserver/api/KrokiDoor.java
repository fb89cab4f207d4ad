package asyfleet.queueserver.api;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import tools.jackson.databind.JsonNode;

/**
 * The URL forms that documentation plug-ins speak to Kroki: {@code GET /asymptote/{format}/{encoded}},
 * {@code POST /asymptote/{format}}, and {@code POST /} with JSON.
 */
final class KrokiDoor {

    private static final String TYPE = "asymptote";
    private static final String ONE_DAY = "public, max-age=86400";

    private final RenderRules rules;
    private final Renderer renderer;
    private final String toolchain;

    /** @param toolchain what a picture depends on beside its source; part of every ETag */
    KrokiDoor(RenderRules rules, Renderer renderer, String toolchain) {
        this.rules = rules;
        this.renderer = renderer;
        this.toolchain = toolchain;
    }

    /** The same URL is the same picture, so a client that has it is told so without running anything. */
    CompletionStage<Response> get(Request request) {
        Format format = rules.format(request.param("format"));
        byte[] source = EncodedSource.decode(
                request.param("encoded"), rules.limits().files().maxFileBytes());
        String etag = etag(format, source);
        if (request.header("If-None-Match").map(known -> known.contains(etag)).orElse(false)) {
            return CompletableFuture.completedFuture(cacheable(Response.empty(304), etag));
        }
        return render(source, format, request)
                .thenApply(response -> response.status() == 200 ? cacheable(response, etag) : response);
    }

    CompletionStage<Response> post(Request request) {
        return render(request.body(), rules.format(request.param("format")), request);
    }

    CompletionStage<Response> postJson(Request request) {
        JsonNode body = RenderBody.parse(request);
        String type = body.path("diagram_type").asString("");
        if (!type.equals(TYPE)) {
            throw HttpError.badRequest("diagram_type is '" + type + "'; expected " + TYPE);
        }
        if (!body.path("diagram_source").isString()) {
            throw HttpError.badRequest("diagram_source is missing; expected Asymptote source as a string");
        }
        Format format = rules.format(body.path("output_format").asString(Format.SVG.wire()));
        byte[] source = body.path("diagram_source").asString().getBytes(StandardCharsets.UTF_8);
        return render(source, format, request);
    }

    private CompletionStage<Response> render(byte[] source, Format format, Request request) {
        if (source.length == 0) {
            throw HttpError.badRequest("the diagram is empty; expected Asymptote source");
        }
        TaskOptions options = new TaskOptions(false, null, format, StderrMode.STDOUT, 0);
        Map<String, byte[]> files = Map.of(RenderBody.DEFAULT_MAIN, source);
        return renderer.render(rules.task(files, RenderBody.DEFAULT_MAIN, options, request), request)
                .thenApply(RenderAnswer::of);
    }

    private static Response cacheable(Response response, String etag) {
        return response.with("ETag", etag).with("Cache-Control", ONE_DAY);
    }

    private String etag(Format format, byte[] source) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(toolchain.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) format.ordinal());
            return '"' + HexFormat.of().formatHex(digest.digest(source), 0, 16) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java runtime has SHA-256", e);
        }
    }
}
