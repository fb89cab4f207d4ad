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
import java.util.function.UnaryOperator;

/**
 * A service's readiness and metrics. Each service has its own, so that several can live in one process: metrics go into
 * this registry, never into Prometheus' global one.
 *
 * @param http counts the connections and requests of all servers of the service together
 * @param metricsGuard stands before {@code /metrics}
 */
public record Operations(
        PrometheusRegistry registry,
        Readiness readiness,
        HttpMetrics http,
        UnaryOperator<RequestHandler> metricsGuard) {

    public static Operations create() {
        PrometheusRegistry registry = new PrometheusRegistry();
        JvmMetrics.builder().register(registry);
        return new Operations(registry, new Readiness(), new HttpMetrics(registry), UnaryOperator.identity());
    }

    /** The same service, for a server whose {@code /metrics} is not for everybody. */
    public Operations withMetricsGuard(UnaryOperator<RequestHandler> guard) {
        return new Operations(registry, readiness, http, guard);
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
        return metricsGuard.apply(RequestHandler.answering(request -> {
            ExpositionFormatWriter writer =
                    formats.findWriter(request.header("Accept").orElse(null));
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            try {
                writer.write(text, registry.scrape());
            } catch (IOException e) {
                throw new UncheckedIOException("writing metrics to memory", e);
            }
            return Response.of(200, writer.getContentType(), text.toByteArray());
        }));
    }
}
