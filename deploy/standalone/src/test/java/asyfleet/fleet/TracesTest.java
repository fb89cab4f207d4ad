package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fleet.Collector.Received;
import asyfleet.redis.RedisFixture;
import asyfleet.trace.TraceContext;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One trace goes from the client's request through all services to the webhook and the collector. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class TracesTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Set<String> ALWAYS = Set.of("task", "queue", "claim", "launch", "asy", "deliver");
    private static final Set<String> OF_A_LABEL = Set.of("tex", "convert");

    private static final String LABEL = "label(\"$\\int_0^1 x^2\\,dx$\", (0,0)); draw(unitcircle);";

    /** TeX sets the label, and another program draws it: each for long enough that a look every 50 ms sees it. */
    private static final String LONG_LABEL = """
            label("\\count255=0 \\loop\\advance\\count255 by 1 \\ifnum\\count255<1000000 \\repeat $x^2$", (0,0));
            size(15cm); draw(unitcircle);
            """;

    private static RedisFixture redis;
    private static Collector collector;
    private static FleetProcesses fleet;

    @BeforeAll
    static void start() {
        redis = RedisFixture.startOwn();
        collector = new Collector();
        fleet = FleetProcesses.start(
                redis,
                Map.of(
                        "OTEL_EXPORTER_OTLP_ENDPOINT",
                        collector.uri().toString(),
                        "ASYFLEET_WEBHOOK_HOSTS",
                        collector.uri().toString(),
                        "ASYFLEET_SLOTS",
                        "1",
                        "ASYFLEET_WARM_START",
                        "false"));
    }

    @AfterAll
    static void stop() {
        fleet.close();
        collector.close();
        redis.close();
    }

    @Test
    void theTraceOfARequestGoesThroughTheFleetToTheWebhookAndTheCollector() throws Exception {
        TraceContext client = TraceContext.create(true);

        HttpResponse<String> taken = post(
                "/api/tasks?timeout=30000&format=png&dpi=576&webhook=" + encoded(collector.uri() + "/told"),
                LONG_LABEL,
                "text/plain",
                client);

        assertEquals(202, taken.statusCode(), taken.body());
        List<Received> spans = awaitSpans(
                client.traceId(),
                seen -> names(seen).containsAll(ALWAYS) && names(seen).containsAll(OF_A_LABEL));
        Received task = only("task", spans);
        assertEquals(client.spanId(), task.text("parentSpanId"));
        for (Received span : spans) {
            if (span != task) {
                assertEquals(task.text("spanId"), span.text("parentSpanId"), span.toString());
            }
            assertTrue(span.nanos("endTimeUnixNano") >= span.nanos("startTimeUnixNano"), span.toString());
        }
        assertEquals("asyfleet-queue-server", only("queue", spans).service());
        assertEquals("asyfleet-backend", only("claim", spans).service());
        Awaitility.await("the webhook")
                .atMost(PATIENCE)
                .until(() -> !collector.webhooks().isEmpty());
        assertEquals(
                client.traceId(),
                TraceContext.parse(collector.webhooks().get(0)).orElseThrow().traceId());
    }

    @Test
    void theFiguresOfABatchArePartsOfTheSpanOfTheBatch() throws Exception {
        TraceContext client = TraceContext.create(true);
        String figures = """
                {"figures": [{"name": "a", "files": {"a.asy": "draw(unitcircle);"}},
                 {"name": "b", "files": {"b.asy": "draw(unitsquare);"}}]}
                """;

        HttpResponse<String> taken = post("/api/batch", figures, "application/json", client);

        assertEquals(202, taken.statusCode(), taken.body());
        List<Received> spans = awaitSpans(
                client.traceId(),
                seen -> names(seen).contains("batch") && count("task", seen) == 2 && count("deliver", seen) == 2);
        Received batch = only("batch", spans);
        assertEquals(client.spanId(), batch.text("parentSpanId"));
        Set<String> known = spans.stream().map(span -> span.text("spanId")).collect(Collectors.toSet());
        known.add(client.spanId());
        for (Received span : spans) {
            assertTrue(known.contains(span.text("parentSpanId")), () -> span + " has a parent that nobody sent");
            if (span.name().equals("task")) {
                assertEquals(batch.text("spanId"), span.text("parentSpanId"), span.toString());
            }
        }
    }

    @Test
    void aRequestThatIsNotSampledLeavesNoSpan() throws Exception {
        TraceContext unsampled = TraceContext.create(false);
        TraceContext sampled = TraceContext.create(true);

        assertEquals(200, post("/api/render?cache=false", unsampled).statusCode());
        assertEquals(200, post("/api/render?cache=false", sampled).statusCode());

        awaitSpans(sampled.traceId(), seen -> names(seen).containsAll(ALWAYS));
        assertEquals(List.of(), spansOf(unsampled.traceId()));
    }

    private static HttpResponse<String> post(String path, TraceContext client) throws Exception {
        return post(path, LABEL, "text/plain", client);
    }

    private static HttpResponse<String> post(String path, String body, String type, TraceContext client)
            throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(fleet.url() + path))
                .header("traceparent", client.header())
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static List<Received> awaitSpans(String trace, Predicate<List<Received>> complete) {
        return Awaitility.await("the spans of " + trace).atMost(PATIENCE).until(() -> spansOf(trace), complete);
    }

    private static long count(String name, List<Received> spans) {
        return spans.stream().filter(span -> span.name().equals(name)).count();
    }

    private static List<Received> spansOf(String trace) {
        return collector.spans().stream()
                .filter(span -> span.text("traceId").equals(trace))
                .toList();
    }

    private static Set<String> names(List<Received> spans) {
        return spans.stream().map(Received::name).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Received only(String name, List<Received> spans) {
        List<Received> found =
                spans.stream().filter(span -> span.name().equals(name)).toList();
        assertEquals(1, found.size(), () -> name + " among " + spans);
        return found.get(0);
    }
}
