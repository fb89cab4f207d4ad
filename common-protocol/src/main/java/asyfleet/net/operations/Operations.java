package asyfleet.net.operations;

import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/**
 * A service's readiness and metrics. Each service has its own, so that several can live in one process: metrics go into
 * this registry, never into Prometheus' global one.
 */
public record Operations(PrometheusRegistry registry, Readiness readiness) {

    public static Operations create() {
        PrometheusRegistry registry = new PrometheusRegistry();
        JvmMetrics.builder().register(registry);
        return new Operations(registry, new Readiness());
    }

    /** Alive as long as the event loop turns. */
    public RequestHandler healthz() {
        return RequestHandler.answering(request -> Response.json(200, Map.of("status", "ok")));
    }

    public RequestHandler readyz() {
        return request -> readiness.answer();
    }

    /** In the text format that the scraper asks for. */
    public RequestHandler metrics() {
        ExpositionFormats formats = ExpositionFormats.init();
        return RequestHandler.answering(request -> {
            ExpositionFormatWriter writer =
                    formats.findWriter(request.header("Accept").orElse(null));
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            try {
                writer.write(text, registry.scrape());
            } catch (IOException e) {
                throw new UncheckedIOException("writing metrics to memory", e);
            }
            return Response.of(200, writer.getContentType(), text.toByteArray());
        });
    }
}
