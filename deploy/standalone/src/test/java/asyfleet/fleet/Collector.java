package asyfleet.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An OpenTelemetry collector that keeps the spans it is sent, and a host for webhooks that keeps their traces. */
final class Collector implements AutoCloseable {

    private final HttpServer server;
    private final List<Received> spans = new CopyOnWriteArrayList<>();
    private final List<String> webhooks = new CopyOnWriteArrayList<>();

    /** A span as it came, and the service that sent it. */
    record Received(String service, JsonNode span) {

        String name() {
            return text("name");
        }

        String text(String field) {
            return span.path(field).asString("");
        }

        long nanos(String field) {
            return Long.parseLong(text(field));
        }
    }

    Collector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException("no port for a collector", e);
        }
        server.createContext("/v1/traces", this::receive);
        server.createContext("/told", exchange -> {
            webhooks.add(exchange.getRequestHeaders().getFirst("traceparent"));
            answer(exchange);
        });
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** All spans so far. */
    List<Received> spans() {
        return spans;
    }

    /** The headers {@code traceparent} of all webhooks so far. */
    List<String> webhooks() {
        return webhooks;
    }

    private void receive(HttpExchange exchange) throws IOException {
        JsonNode request = JsonMapper.shared().readTree(exchange.getRequestBody());
        for (JsonNode resource : request.path("resourceSpans")) {
            String service =
                    resource.at("/resource/attributes/0/value/stringValue").asString();
            resource.at("/scopeSpans/0/spans").forEach(span -> spans.add(new Received(service, span)));
        }
        answer(exchange);
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, 2);
        exchange.getResponseBody().write("{}".getBytes(StandardCharsets.UTF_8));
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
