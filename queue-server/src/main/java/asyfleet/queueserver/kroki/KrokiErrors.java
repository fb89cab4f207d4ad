package asyfleet.queueserver.kroki;

import asyfleet.failure.StageFailure;
import asyfleet.net.http.Body;
import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.queueserver.kroki.picture.ErrorPicture;
import asyfleet.queueserver.kroki.picture.PictureThread;
import asyfleet.queueserver.render.Accept;
import asyfleet.queueserver.render.FailureText;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Errors as clients of Kroki expect them: 400 for whatever is wrong with a diagram, as text, JSON, a page or a picture, by
 * {@code Accept}. Some show the text of a 400 only.
 */
final class KrokiErrors {

    private static final Logger LOG = LoggerFactory.getLogger(KrokiErrors.class);

    /** A picture of an error may be embedded by any page, as the figure would be; nothing in it runs or loads. */
    private static final String POLICY = "default-src 'none'; sandbox";

    /** In this order for a client that does not tell them apart. */
    private enum Shape {
        TEXT("text/plain"),
        JSON("application/json"),
        HTML("text/html"),
        PNG("image/png"),
        SVG("image/svg+xml");

        private final String mediaType;

        Shape(String mediaType) {
            this.mediaType = mediaType;
        }

        static Shape of(Accept accept) {
            return accept.best(List.of(values()), shape -> shape.mediaType).orElse(TEXT);
        }
    }

    private final PictureThread pictures;

    KrokiErrors(PictureThread pictures) {
        this.pictures = pictures;
    }

    /** The door, with its errors in the shape of Kroki. */
    RequestHandler shaped(RequestHandler door) {
        return request -> {
            CompletionStage<Response> answer;
            try {
                answer = door.handle(request);
            } catch (HttpError error) {
                answer = CompletableFuture.failedStage(error);
            }
            return answer.exceptionallyCompose(failure -> answer(failure, request));
        };
    }

    private CompletionStage<Response> answer(Throwable failure, Request request) {
        Throwable cause = StageFailure.causeOf(failure);
        return cause instanceof HttpError error
                ? answer(error, Shape.of(Accept.of(request)))
                : CompletableFuture.failedStage(failure);
    }

    private CompletionStage<Response> answer(HttpError error, Shape shape) {
        int status = status(error);
        String text = "Error " + status + ": " + FailureText.of(error);
        return switch (shape) {
            case TEXT -> done(error, "text/plain; charset=utf-8", utf8(text));
            case JSON -> done(error, shape.mediaType, json(error));
            case HTML -> done(error, "text/html; charset=utf-8", html(text));
            case SVG -> done(error, shape.mediaType, ErrorPicture.of(text).svg());
            case PNG -> png(error, ErrorPicture.of(text));
        };
    }

    private static int status(HttpError error) {
        return switch (error.status()) {
            case 406, 408, 422 -> 400;
            default -> error.status();
        };
    }

    /** Kroki's object, and beside it all that is known. */
    private static byte[] json(HttpError error) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("error", Map.of("code", status(error), "message", FailureText.of(error)));
        json.put("code", error.code());
        json.putAll(error.details());
        return JsonMapper.shared().writeValueAsBytes(json);
    }

    private static byte[] html(String text) {
        return utf8("<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Error</title><pre>"
                + ErrorPicture.escaped(text) + "</pre></html>");
    }

    private CompletionStage<Response> png(HttpError error, ErrorPicture picture) {
        return pictures.run(() -> {
            try {
                return response(error, Shape.PNG.mediaType, picture.png());
            } catch (LinkageError | InternalError | RuntimeException e) {
                LOG.warn("no font to draw an error with, sent as SVG failure={}", e.toString());
                return response(error, Shape.SVG.mediaType, picture.svg());
            }
        });
    }

    private static CompletionStage<Response> done(HttpError error, String contentType, byte[] body) {
        return CompletableFuture.completedStage(response(error, contentType, body));
    }

    /** With the headers of the error itself, which may say when to come back or how to come in. */
    private static Response response(HttpError error, String contentType, byte[] body) {
        Headers headers = error.headers().with("Content-Type", contentType);
        return new Response(status(error), headers, new Body.Bytes(body))
                .with("Content-Security-Policy", POLICY)
                .plus("Vary", "Accept");
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
