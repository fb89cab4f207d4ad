package asyfleet.lab.chaos.client;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The answer to a request. */
record HttpAnswer(int status, byte[] body) {

    private static final JsonMapper JSON = JsonMapper.shared();

    static HttpAnswer get(HttpClient client, URI uri, Duration limit) throws IOException, InterruptedException {
        return send(client, HttpRequest.newBuilder(uri).timeout(limit).build());
    }

    static HttpAnswer post(HttpClient client, URI uri, String body, Duration limit)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(limit)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return send(client, request);
    }

    private static HttpAnswer send(HttpClient client, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        return new HttpAnswer(response.statusCode(), response.body());
    }

    boolean isOk() {
        return status == 200;
    }

    String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** The body, if it is JSON. */
    JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    /** A field of the body as text. */
    Optional<String> field(String name) {
        return Optional.ofNullable(json().path(name).stringValue(null));
    }

    /** The fleet's code for what went wrong; the status if it gave none. */
    String code() {
        return field("code").orElse("HTTP " + status);
    }
}
