package asyfleet.net.http;

import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;

/**
 * One answer. The server adds what every answer needs (length, date, connection, security headers); a header that is set
 * here wins over the server's.
 */
public record Response(int status, Headers headers, Body body) {

    private static final JsonMapper JSON = JsonMapper.shared();

    public Response {
        if (status < 200 || status > 599) {
            throw new IllegalArgumentException("bad status " + status + ": expected a final one, from 200 to 599");
        }
    }

    public static Response of(int status, String contentType, byte[] body) {
        return new Response(status, Headers.of("Content-Type", contentType), new Body.Bytes(body));
    }

    public static Response text(int status, String text) {
        return of(status, "text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** Whatever Jackson makes of the value: a record, a map, a tree. */
    public static Response json(int status, Object value) {
        return of(status, "application/json", JSON.writeValueAsBytes(value));
    }

    public static Response empty(int status) {
        return new Response(status, Headers.EMPTY, new Body.Bytes(new byte[0]));
    }

    public static Response stream(int status, String contentType, Body.StreamWriter writer) {
        return new Response(status, Headers.of("Content-Type", contentType), new Body.Streamed(writer));
    }

    /** Server-sent events: the writer sends {@link ServerSentEvent#bytes()}. */
    public static Response events(Body.StreamWriter writer) {
        // The header tells nginx not to hold events back until its buffer is full.
        return stream(200, "text/event-stream", writer).with("X-Accel-Buffering", "no");
    }

    /** This response with the header beside those of the same name. */
    public Response plus(String name, String value) {
        return new Response(status, headers.plus(name, value), body);
    }

    /** This response with the header in place of all of that name. */
    public Response with(String name, String value) {
        return new Response(status, headers.with(name, value), body);
    }
}
