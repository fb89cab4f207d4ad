package asyfleet.net.operations;

import asyfleet.logging.LogWriter;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.trace.Spans;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Info;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A service's readiness and metrics. Each service has its own, so that several can live in one process: metrics go into
 * this registry, never into Prometheus' global one.
 *
 * @param http counts the connections and requests of all servers of the service together
 * @param metricsGuard stands before {@code /metrics} and the deep check of readiness
 */
public record Operations(
        PrometheusRegistry registry,
        Readiness readiness,
        HttpMetrics http,
        UnaryOperator<RequestHandler> metricsGuard) {

    /** Of a service that runs no Asymptote. */
    public static Operations create() {
        return create("");
    }

    /** @param asymptote its version, empty for a service that runs none */
    public static Operations create(String asymptote) {
        PrometheusRegistry registry = new PrometheusRegistry();
        Info.builder()
                .name("asyfleet_build_info")
                .help("The version of this program, and of Asymptote on a backend")
                .labelNames("version", "asymptote")
                .register(registry)
                .setLabelValues(version(), asymptote);
        CounterWithCallback.builder()
                .name("asyfleet_log_lines_lost_total")
                .help("Log lines that were dropped because standard error was not read fast enough")
                .callback(counter -> counter.call(LogWriter.lostLines()))
                .register(registry);
        CounterWithCallback.builder()
                .name("asyfleet_spans_lost_total")
                .help("Spans that were not exported, because the collector was away or too slow")
                .callback(counter -> counter.call(Spans.lost()))
                .register(registry);
        JvmMetrics.builder().register(registry);
        return new Operations(registry, new Readiness(), new HttpMetrics(registry), UnaryOperator.identity());
    }

    private static String version() {
        return Optional.ofNullable(Operations.class.getPackage().getImplementationVersion())
                .orElse("development");
    }

    /** The same service, for a server whose {@code /metrics} is not for everybody. */
    public Operations withMetricsGuard(UnaryOperator<RequestHandler> guard) {
        return new Operations(registry, readiness, http, guard);
    }

    /** Alive as long as the event loop turns. */
    public RequestHandler healthz() {
        return RequestHandler.answering(request -> Response.json(200, Map.of("status", "ok")));
    }

    /** Everybody may ask whether it is ready; what makes the service work for it is for those who may see its metrics. */
    public RequestHandler readyz() {
        RequestHandler deep = metricsGuard.apply(request -> readiness.answer(true));
        return request ->
                request.query("deep").equals(Optional.of("1")) ? deep.handle(request) : readiness.answer(false);
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
