package asyfleet.scheduler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Asks a scheduler as its operator would. */
final class Http {

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private Http() {}

    static String get(Scheduler scheduler, String path) {
        return get(scheduler.address() + path);
    }

    static String get(String url) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(20))
                .build();
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The value of a metric, with its labels as Prometheus writes them; NaN if it is not there. */
    static double metric(Scheduler scheduler, String metric) {
        return get(scheduler, "/metrics")
                .lines()
                .filter(line -> line.startsWith(metric + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(metric.length() + 1)))
                .findFirst()
                .orElse(Double.NaN);
    }

    /** The sum of all series that begin like this. */
    static double sum(Scheduler scheduler, String series) {
        return get(scheduler, "/metrics")
                .lines()
                .filter(line -> line.startsWith(series))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    static Map<?, ?> json(Scheduler scheduler, String path) {
        return JsonMapper.shared().readValue(get(scheduler, path), Map.class);
    }
}
