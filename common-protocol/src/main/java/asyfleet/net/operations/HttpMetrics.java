package asyfleet.net.operations;

import asyfleet.net.http.Method;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/**
 * The metrics of a server's connections and requests. Labels are route templates, never paths: paths are without
 * number and may hold tokens. Called from all event loops; Prometheus' types take care of that.
 */
public final class HttpMetrics {

    /** The label of requests that no route serves. */
    public static final String NO_ROUTE = "none";

    /** The status counted for a client that left before its answer. Never sent. */
    public static final int CLIENT_GONE = 499;

    private static final double NANOS_PER_SECOND = 1e9;

    private final Counter requests;
    private final Histogram seconds;
    private final Gauge connections;
    private final Counter refusedConnections;
    private final Gauge webSockets;

    public HttpMetrics(PrometheusRegistry registry) {
        requests = Counter.builder()
                .name("asyfleet_http_requests_total")
                .help("Requests answered, by route, method and status (499: the client left first)")
                .labelNames("route", "method", "status")
                .register(registry);
        seconds = Histogram.builder()
                .name("asyfleet_http_request_seconds")
                .help("Time from a complete request to its complete answer, by route")
                .labelNames("route")
                .classicUpperBounds(.001, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60)
                .register(registry);
        connections = Gauge.builder()
                .name("asyfleet_connections_open")
                .help("Open connections, WebSockets included")
                .register(registry);
        refusedConnections = Counter.builder()
                .name("asyfleet_connections_refused_total")
                .help("Connections closed at once because too many were open")
                .register(registry);
        webSockets = Gauge.builder()
                .name("asyfleet_websockets_open")
                .help("Open WebSockets, by route")
                .labelNames("route")
                .register(registry);
    }

    public void answered(String route, Method method, int status, long nanos) {
        requests.labelValues(route, method.name(), Integer.toString(status)).inc();
        seconds.labelValues(route).observe(nanos / NANOS_PER_SECOND);
    }

    /** A request that could not be understood, so that it has neither route nor method. */
    public void rejected(int status) {
        requests.labelValues(NO_ROUTE, "", Integer.toString(status)).inc();
    }

    public void connectionOpened() {
        connections.inc();
    }

    public void connectionClosed() {
        connections.dec();
    }

    public void connectionRefused() {
        refusedConnections.inc();
    }

    /** Nobody has opened one yet. */
    public void webSocketServed(String route) {
        webSockets.initLabelValues(route);
    }

    public void webSocketOpened(String route) {
        webSockets.labelValues(route).inc();
    }

    public void webSocketClosed(String route) {
        webSockets.labelValues(route).dec();
    }
}
