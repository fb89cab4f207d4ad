package asyfleet.openapi;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;

/**
 * The HTTP client of all tests that talk to a queue server. An answer that {@code openapi.json} does not describe fails
 * the test that gets it, whatever the test itself looks at. For several threads.
 */
public final class CheckedHttpClient {

    private final HttpClient client = HttpClient.newHttpClient();
    private final ApiDescription description = ApiDescription.load();

    private CheckedHttpClient() {}

    public static CheckedHttpClient create() {
        return new CheckedHttpClient();
    }

    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body)
            throws IOException, InterruptedException {
        return checked(client.send(request, body));
    }

    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        return client.sendAsync(request, body).thenApply(this::checked);
    }

    /** OpenAPI cannot describe a WebSocket: what comes over one is not checked. */
    public WebSocket.Builder newWebSocketBuilder() {
        return client.newWebSocketBuilder();
    }

    /**
     * Checks what a test got over a socket of its own.
     *
     * @param request its method and target
     */
    public String checked(String request, String answer) {
        description.check(CheckedAnswer.ofRaw(request, answer));
        return answer;
    }

    private <T> HttpResponse<T> checked(HttpResponse<T> response) {
        description.check(CheckedAnswer.of(response));
        return response;
    }
}
