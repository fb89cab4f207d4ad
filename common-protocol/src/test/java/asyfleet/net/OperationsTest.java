package asyfleet.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.bounds.SharedBounds;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.WebSocketRoute;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The routes that every server has. */
@Tag("slow")
class OperationsTest {

    @Test
    void aServerIsHealthyAndReadyUnlessACheckSaysOtherwise() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder())) {
            assertEquals("{\"status\":\"ok\"}", server.get("/healthz").body());
            assertEquals(200, server.get("/readyz").statusCode());
            server.operations.readiness().add("good", () -> CompletableFuture.completedFuture("anything"));
            server.operations
                    .readiness()
                    .add("redis", () -> CompletableFuture.failedFuture(new IllegalStateException("not connected")));
            HttpResponse<String> answer = server.get("/readyz");
            assertEquals(503, answer.statusCode());
            assertTrue(answer.body().contains("\"ready\":false"), answer.body());
            assertTrue(
                    answer.body().contains("\"checks\":{\"good\":\"ok\",\"redis\":\"not connected\"}"), answer.body());
            server.operations.readiness().remove("redis");
            assertEquals(200, server.get("/readyz").statusCode());
        }
    }

    @Test
    void aCheckThatThrowsOrNeverAnswersIsNotReady() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder())) {
            server.operations.readiness().add("hangs", CompletableFuture::new);
            server.operations.readiness().add("throws", () -> {
                throw new IllegalStateException();
            });
            HttpResponse<String> answer = server.get("/readyz");
            assertEquals(503, answer.statusCode());
            assertTrue(answer.body().contains("\"hangs\":\"no answer within 2000 ms\""), answer.body());
            assertTrue(answer.body().contains("\"throws\":\"IllegalStateException\""), answer.body());
        }
    }

    @Test
    void aRemarkSaysWhatIsMissingElsewhereAndTheServiceStaysReady() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder())) {
            server.operations
                    .readiness()
                    .addRemark("backends", () -> CompletableFuture.failedFuture(new IllegalStateException("none")));

            HttpResponse<String> answer = server.get("/readyz");
            assertEquals(200, answer.statusCode());
            assertTrue(answer.body().contains("\"checks\":{\"backends\":\"none\"}"), answer.body());
        }
    }

    @Test
    void aDeepCheckIsAskedOnlyIfSomebodyWantsIt() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder())) {
            server.operations
                    .readiness()
                    .addDeep("render", () -> CompletableFuture.failedFuture(new IllegalStateException("no picture")));

            assertEquals(200, server.get("/readyz").statusCode());
            assertEquals(200, server.get("/readyz?deep=0").statusCode());
            HttpResponse<String> deep = server.get("/readyz?deep=1");
            assertEquals(503, deep.statusCode());
            assertTrue(deep.body().contains("\"checks\":{\"render\":\"no picture\"}"), deep.body());
        }
    }

    @Test
    void requestsAreCountedByRouteMethodAndStatusAndNeverByPath() throws Exception {
        try (TestServer server = TestServer.serving(
                Routes.builder().get("/secret/{token}", RequestHandler.answering(request -> Response.empty(204))))) {
            server.get("/secret/abc");
            server.get("/secret/def");
            server.get("/nowhere/ghi");
            String metrics = server.get("/metrics").body();
            assertContains(
                    metrics,
                    "asyfleet_http_requests_total{method=\"GET\",route=\"/secret/{token}\",status=\"204\"} 2.0");
            assertContains(metrics, "asyfleet_http_requests_total{method=\"GET\",route=\"none\",status=\"404\"} 1.0");
            assertContains(metrics, "asyfleet_http_request_seconds_count{route=\"/secret/{token}\"} 2");
            assertFalse(metrics.contains("abc") || metrics.contains("ghi"), metrics);
        }
    }

    @Test
    void connectionsWebSocketsAndTheProcessAreMeasured() throws Exception {
        try (TestServer server =
                TestServer.serving(Routes.builder().webSocket("/ws", WebSocketRoute.of((pipeline, request) -> {})))) {
            WebSocket socket = server.client()
                    .newWebSocketBuilder()
                    .buildAsync(server.webSocket("/ws"), new WebSocket.Listener() {})
                    .join();
            // It is counted after it was answered.
            Awaitility.await()
                    .untilAsserted(() -> assertContains(
                            server.get("/metrics").body(), "asyfleet_websockets_open{route=\"/ws\"} 1.0"));
            String metrics = server.get("/metrics").body();
            assertContains(metrics, "asyfleet_connections_open 2.0");
            assertContains(metrics, "jvm_memory_used_bytes{area=\"heap\"}");
            assertContains(metrics, "jvm_memory_max_bytes{area=\"heap\"}");
            assertContains(metrics, "jvm_gc_collection_seconds_count{gc=");
            socket.abort();
            Awaitility.await()
                    .untilAsserted(() -> assertContains(
                            server.get("/metrics").body(), "asyfleet_websockets_open{route=\"/ws\"} 0.0"));
        }
    }

    @Test
    void twoServersOfOneServiceCountTogether() throws Exception {
        try (TestServer first = TestServer.serving(Routes.builder());
                NetServer second = NetServer.start(
                        NetServerSettings.onLoopback(0),
                        Routes.builder().build(),
                        first.operations,
                        first.threads,
                        SharedBounds.none(new PrometheusRegistry()))) {
            first.client()
                    .send(
                            HttpRequest.newBuilder(URI.create(second.address() + "/healthz"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString());
            Awaitility.await()
                    .untilAsserted(() -> assertContains(
                            first.get("/metrics").body(),
                            "asyfleet_http_requests_total{method=\"GET\",route=\"/healthz\",status=\"200\"} 1.0"));
        }
    }

    @Test
    void aScraperThatAsksForOpenMetricsGetsIt() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder())) {
            HttpResponse<String> answer = server.send(server.request("/metrics")
                    .header("Accept", "application/openmetrics-text; version=1.0.0")
                    .build());
            assertTrue(answer.headers()
                    .firstValue("Content-Type")
                    .orElseThrow()
                    .startsWith("application/openmetrics-text"));
            assertTrue(answer.body().endsWith("# EOF\n"));
        }
    }

    @Test
    void twoServersOfOneProcessDoNotShareMetrics() throws Exception {
        try (TestServer first = TestServer.serving(Routes.builder());
                TestServer second = TestServer.serving(Routes.builder())) {
            first.get("/healthz");
            assertFalse(second.get("/metrics").body().contains("/healthz"));
        }
    }

    @Test
    void everyMetricOfOursIsInTheDocumentationAndEveryDocumentedOneOfTheProcessIsThere() throws Exception {
        String docs = Files.readString(Path.of(System.getProperty("asyfleet.root"), "docs/operations/metrics.md"));
        try (TestServer server = TestServer.serving(Routes.builder())) {
            server.get("/healthz");
            Set<String> served =
                    matches("(?m)^# TYPE (\\S+) ", server.get("/metrics").body());
            Set<String> ours = new TreeSet<>(served);
            ours.removeIf(name -> name.matches("(jvm|process)_.*"));
            assertTrue(ours.contains("asyfleet_http_requests_total"), ours::toString);
            ours.removeAll(matches("`(\\w+)`", docs));
            assertEquals(Set.of(), ours, "not documented");
            Set<String> ofTheProcess = matches("`((?:jvm|process)_\\w+)`", docs);
            assertTrue(ofTheProcess.contains("jvm_gc_collection_seconds"), ofTheProcess::toString);
            ofTheProcess.removeAll(served);
            assertEquals(Set.of(), ofTheProcess, "not served");
        }
    }

    private static Set<String> matches(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void assertContains(String text, String part) {
        assertTrue(text.contains(part), () -> "expected '" + part + "' in\n" + text);
    }
}
