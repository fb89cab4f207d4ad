package asyfleet.client.command;

import asyfleet.client.connect.ClientSettings;
import asyfleet.config.StartFailure;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The HTTP API of a fleet, for commands that ask it about itself. */
public final class FleetHttp {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int OK = 200;

    private final HttpClient client;
    private final ClientSettings settings;
    private final String advice;

    private FleetHttp(HttpClient client, ClientSettings settings, String advice) {
        this.client = client;
        this.settings = settings;
        this.advice = advice;
    }

    public static FleetHttp of(ClientSettings settings, UserStreams streams) {
        return new FleetHttp(
                HttpClient.newBuilder()
                        .connectTimeout(settings.connectTimeout())
                        .version(HttpClient.Version.HTTP_1_1)
                        .build(),
                settings,
                ServerAdvice.of(streams.environment()));
    }

    /** The address for people and programs that speak HTTP. */
    public URI base() {
        String address = settings.server().toString();
        return URI.create(address.replaceFirst("^ws", "http")).resolve(".");
    }

    /** A request to this path, with the token if there is one. Behind a proxy a fleet may be below a path itself. */
    public HttpRequest.Builder request(String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base().resolve(path.substring(1)));
        settings.token().ifPresent(token -> request.header("Authorization", "Bearer " + token.value()));
        return request;
    }

    public <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        return client.send(request.build(), handler);
    }

    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest.Builder request, HttpResponse.BodyHandler<T> handler) {
        return client.sendAsync(request.build(), handler);
    }

    /** @throws StartFailure in words, if there is no such answer */
    public JsonNode json(String path) throws InterruptedException {
        return json(request(path));
    }

    /** The same for any request. */
    public JsonNode json(HttpRequest.Builder asked) throws InterruptedException {
        HttpRequest request = asked.timeout(PATIENCE).build();
        URI uri = request.uri();
        try {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != OK) {
                throw new StartFailure(uri + " answered with status " + answer.statusCode() + ": "
                        + answer.body().strip());
            }
            return JSON.readTree(answer.body());
        } catch (ConnectException e) {
            throw new StartFailure("no server answers at " + base() + advice, e);
        } catch (IOException | JacksonException e) {
            throw new StartFailure(uri + ": " + e.getMessage(), e);
        }
    }
}
