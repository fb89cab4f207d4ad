package asyfleet.testing;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The metrics of a registry, as Prometheus would read them. */
public final class MetricValues {

    private MetricValues() {}

    /** @param series with its labels, sorted by name, for example {@code asyfleet_redis_errors_total{kind="refused"}} */
    public static double of(PrometheusRegistry registry, String series) {
        String start = series + " ";
        String all = text(registry);
        return all.lines()
                .filter(line -> line.startsWith(start))
                .mapToDouble(line -> Double.parseDouble(line.substring(start.length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + series + " in\n" + all));
    }

    private static String text(PrometheusRegistry registry) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        try {
            PrometheusTextFormatWriter.create().write(text, registry.scrape());
        } catch (IOException e) {
            throw new IllegalStateException("a stream in memory failed", e);
        }
        return text.toString(StandardCharsets.UTF_8);
    }
}
