package asyfleet.net.connection;

import asyfleet.net.http.Headers;
import asyfleet.net.http.Response;
import io.netty.handler.codec.DateFormatter;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.util.Date;
import java.util.List;
import java.util.OptionalLong;

/** Status line and headers of an answer: the handler's, the defaults it did not set, and the framing. */
final class ResponseHead {

    private static final String POLICY = "Content-Security-Policy";

    /** The headers by which a browser may only show an answer, unless the handler says otherwise. */
    private static final List<Headers.Line> DEFAULTS = List.of(
            new Headers.Line("X-Content-Type-Options", "nosniff"),
            new Headers.Line("Referrer-Policy", "no-referrer"),
            new Headers.Line(POLICY, "default-src 'none'; frame-ancestors 'none'"),
            new Headers.Line("Cache-Control", "no-store"));

    /** For a year a browser that has been here over TLS comes in no other way. */
    private static final Headers.Line STAY_SECURE = new Headers.Line("Strict-Transport-Security", "max-age=31536000");

    // Framing is this class's alone: a handler that gets it wrong would break the next answer on the connection.
    private static final List<CharSequence> FRAMING =
            List.of(HttpHeaderNames.CONTENT_LENGTH, HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderNames.CONNECTION);

    private ResponseHead() {}

    /**
     * @param length of the body, or empty if it is not known yet
     * @param closes whether the connection ends with this answer
     * @param secure whether the connection is TLS
     */
    static HttpResponse of(Response response, boolean http10, OptionalLong length, boolean closes, boolean secure) {
        HttpResponse head =
                new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(response.status()));
        HttpHeaders headers = head.headers();
        addDefaults(headers, response.headers(), secure);
        response.headers().lines().forEach(line -> headers.add(line.name(), line.value()));
        FRAMING.forEach(headers::remove);
        headers.set(HttpHeaderNames.DATE, DateFormatter.format(new Date()));
        frame(headers, http10, response.status(), length);
        if (closes) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        } else if (http10) {
            headers.set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        return head;
    }

    private static void addDefaults(HttpHeaders headers, Headers own, boolean secure) {
        DEFAULTS.stream()
                .filter(line -> !own.contains(line.name()))
                .forEach(line -> headers.add(line.name(), line.value()));
        // A handler's own policy says who may frame its answer; this older header could only forbid it.
        if (!own.contains(POLICY)) {
            headers.add("X-Frame-Options", "DENY");
        }
        if (secure) {
            headers.add(STAY_SECURE.name(), STAY_SECURE.value());
        }
    }

    /** Whether the standard forbids a body for the status. */
    static boolean isBodiless(int status) {
        return status < 200 || status == 204 || status == 304;
    }

    private static void frame(HttpHeaders headers, boolean http10, int status, OptionalLong length) {
        if (isBodiless(status)) {
            return;
        }
        if (length.isPresent()) {
            headers.set(HttpHeaderNames.CONTENT_LENGTH, length.getAsLong());
        } else if (!http10) {
            headers.set(HttpHeaderNames.TRANSFER_ENCODING, HttpHeaderValues.CHUNKED);
        }
    }
}
