package asyfleet.client.render;

import asyfleet.client.command.FleetHttp;
import asyfleet.client.connect.Image;
import asyfleet.failure.StageFailure;
import asyfleet.protocol.task.Format;
import asyfleet.retry.Backoff;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * The images of a batch, fetched from the server. The server keeps them for a while, so one that does not answer, or that
 * has just been started again, is asked again. Any thread.
 */
final class BatchImages {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int OK = 200;
    private static final int TOO_MANY = 429;
    private static final int SERVER_FAILED = 500;

    private final FleetHttp http;
    private final Backoff pauses;
    private final int most;

    /** @param most how often an image is asked for */
    BatchImages(FleetHttp http, Backoff pauses, int most) {
        this.http = http;
        this.pauses = pauses;
        this.most = most;
    }

    /** @param image with its {@code format} and {@code link} */
    CompletableFuture<Image> fetch(JsonNode image) {
        Format format = Format.ofWire(image.path("format").asString()).orElseThrow();
        return fetch(image.path("link").asString(), 1).thenApply(bytes -> new Image(format, bytes));
    }

    private CompletableFuture<byte[]> fetch(String link, int tries) {
        return http.sendAsync(http.request(link).timeout(PATIENCE), BodyHandlers.ofByteArray())
                .thenApply(BatchImages::contents)
                .exceptionallyCompose(failure -> {
                    Throwable cause = StageFailure.causeOf(failure);
                    return cause instanceof IOException && tries < most
                            ? later(tries).thenCompose(now -> fetch(link, tries + 1))
                            : CompletableFuture.failedFuture(cause);
                });
    }

    /** The words for a fetch that failed; the JDK has none for a server that is not there. */
    static String why(Throwable failure) {
        return Optional.ofNullable(StageFailure.causeOf(failure).getMessage()).orElse("no server answers");
    }

    private CompletableFuture<Void> later(int failures) {
        Executor after =
                CompletableFuture.delayedExecutor(pauses.pause(failures).toMillis(), TimeUnit.MILLISECONDS);
        return CompletableFuture.runAsync(() -> {}, after);
    }

    /** A server that says that there is no such image is not asked again. */
    private static byte[] contents(HttpResponse<byte[]> answer) {
        int status = answer.statusCode();
        if (status == TOO_MANY || status >= SERVER_FAILED) {
            throw new CompletionException(new IOException("status " + status));
        }
        if (status != OK) {
            throw new IllegalStateException("status " + status);
        }
        return answer.body();
    }
}
