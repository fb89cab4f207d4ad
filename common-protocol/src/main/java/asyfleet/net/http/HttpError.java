package asyfleet.net.http;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An answer that is an error: thrown by a handler, written by the server as {@code {code, error, summary, …}}. The
 * summary is the message, unless a {@code with} says it better. Expected, so it has no stack trace and is not logged.
 */
public final class HttpError extends RuntimeException {

    private final int status;
    private final String code;
    private final Map<String, Object> details;
    private final Headers headers;

    /**
     * @param code for programs, such as {@code QUEUE_FULL}
     * @param message for people: what was wrong, which value, what was expected
     */
    public HttpError(int status, String code, String message) {
        this(status, code, message, Map.of("summary", message), Headers.EMPTY);
    }

    private HttpError(int status, String code, String message, Map<String, Object> details, Headers headers) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
        this.details = details;
        this.headers = headers;
    }

    public static HttpError badRequest(String message) {
        return new HttpError(400, "BAD_REQUEST", message);
    }

    /** The same error with one more field beside {@code code} and {@code error}. */
    public HttpError with(String field, Object value) {
        return with(Map.of(field, value));
    }

    /** The same error with more fields beside {@code code} and {@code error}. */
    public HttpError with(Map<String, Object> fields) {
        Map<String, Object> more = new LinkedHashMap<>(details);
        more.putAll(fields);
        return new HttpError(status, code, getMessage(), more, headers);
    }

    public HttpError withHeader(String name, String value) {
        return new HttpError(status, code, getMessage(), details, headers.with(name, value));
    }

    public int status() {
        return status;
    }

    public String code() {
        return code;
    }

    /** The fields beside {@code code} and {@code error}, in order. */
    public Map<String, Object> details() {
        return Collections.unmodifiableMap(details);
    }

    /** The headers that the error sets itself. */
    public Headers headers() {
        return headers;
    }

    public Response response() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("code", code);
        json.put("error", getMessage());
        json.putAll(details);
        Response response = Response.json(status, json);
        for (Headers.Line line : headers.lines()) {
            response = response.with(line.name(), line.value());
        }
        return response;
    }
}
