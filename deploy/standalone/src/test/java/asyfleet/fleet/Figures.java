package asyfleet.fleet;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Sends figures as {@code curl --data-binary} does. */
final class Figures {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private Figures() {}

    static HttpResponse<String> post(URI uri, String source) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .POST(BodyPublishers.ofString(source))
                .timeout(Duration.ofSeconds(60))
                .build();
        return HTTP.send(request, BodyHandlers.ofString());
    }
}
