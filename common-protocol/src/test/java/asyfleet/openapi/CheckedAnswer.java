package asyfleet.openapi;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The answer to an HTTP request.
 *
 * @param path of the request, without its query
 * @param mediaType without parameters; empty if the answer has none
 * @param body as text, to be looked at only if it is JSON
 */
record CheckedAnswer(String method, String path, int status, String mediaType, String body) {

    private static final String TYPE = "content-type:";

    static CheckedAnswer of(HttpResponse<?> response) {
        return new CheckedAnswer(
                response.request().method(),
                response.request().uri().getRawPath(),
                response.statusCode(),
                mediaType(response.headers().firstValue("Content-Type").orElse("")),
                text(response.body()));
    }

    /** @param request its method and target */
    static CheckedAnswer ofRaw(String request, String answer) {
        int end = answer.indexOf("\r\n\r\n");
        List<String> head = answer.substring(0, end).lines().toList();
        String type = head.stream()
                .filter(line -> line.regionMatches(true, 0, TYPE, 0, TYPE.length()))
                .map(line -> line.substring(TYPE.length()))
                .findFirst()
                .orElse("");
        String[] words = request.split("[ ?]");
        int status = Integer.parseInt(head.get(0).split(" ")[1]);
        return new CheckedAnswer(words[0], words[1], status, mediaType(type), answer.substring(end + 4));
    }

    private static String mediaType(String contentType) {
        return contentType.split(";", 2)[0].strip();
    }

    private static String text(Object body) {
        return body instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : String.valueOf(body);
    }

    boolean isJson() {
        return mediaType.equals("application/json");
    }

    @Override
    public String toString() {
        return method + " " + path + " was answered with " + status + " " + mediaType + (isJson() ? " " + body : "");
    }
}
