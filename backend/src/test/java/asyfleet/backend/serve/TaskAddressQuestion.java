package asyfleet.backend.serve;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

/** The question whether a task still waits at an address. It takes no task, as it does not ask for a WebSocket. */
public final class TaskAddressQuestion {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private TaskAddressQuestion() {}

    /**
     * Asks the server itself, whatever host it advertises.
     *
     * @param server as in {@code http://127.0.0.1:8081}
     */
    public static boolean isServed(String server, URI task) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(server + task.getRawPath())).build();
        return HTTP.send(request, BodyHandlers.discarding()).statusCode() != 404;
    }
}
