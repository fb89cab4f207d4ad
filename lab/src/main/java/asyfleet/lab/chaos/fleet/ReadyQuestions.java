package asyfleet.lab.chaos.fleet;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** The questions to services at {@code /readyz}. Thread-safe. */
final class ReadyQuestions {

    private static final Duration LIMIT = Duration.ofSeconds(1);

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(LIMIT)
            .build();

    boolean isReady(int port) {
        return ask(port).filter(answer -> answer.statusCode() == 200).isPresent();
    }

    boolean says(int port, String word) {
        return ask(port).filter(answer -> answer.body().contains(word)).isPresent();
    }

    private Optional<HttpResponse<String>> ask(int port) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/readyz"))
                .timeout(LIMIT)
                .build();
        try {
            return Optional.of(client.send(request, HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
