package asyfleet.fleet;

import asyfleet.openapi.CheckedHttpClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Sends figures as {@code curl --data-binary} does. */
final class PostedFigures {

    /** Eight seconds by the clock, whatever the machine, in which a test that is slow itself sees the figure drawn. */
    static final String PAUSE = "sleep(8); ";

    private static final CheckedHttpClient HTTP = CheckedHttpClient.create();

    private PostedFigures() {}

    static HttpResponse<String> post(URI uri, String source) throws IOException, InterruptedException {
        return HTTP.send(request(uri, source), BodyHandlers.ofString());
    }

    /** The same for a client of this address, as a proxy on this machine names it. */
    static HttpResponse<String> postAs(String client, URI uri, String source) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(request(uri, source), (name, value) -> true)
                .header("X-Forwarded-For", client)
                .build();
        return HTTP.send(request, BodyHandlers.ofString());
    }

    /** Sends it and does not wait for the answer. */
    static CompletableFuture<HttpResponse<String>> begin(URI uri, String source) {
        return HTTP.sendAsync(request(uri, source), BodyHandlers.ofString());
    }

    static String get(URI uri) throws IOException, InterruptedException {
        return HTTP.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body();
    }

    private static HttpRequest request(URI uri, String source) {
        return HttpRequest.newBuilder(uri)
                .POST(BodyPublishers.ofString(source))
                .timeout(Duration.ofSeconds(60))
                .build();
    }
}
