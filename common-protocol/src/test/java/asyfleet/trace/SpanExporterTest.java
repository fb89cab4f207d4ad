package asyfleet.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.json.JsonMapper;

/** Collectors that are well, away, slow or broken; each answers when the test says so. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@Tag("slow")
class SpanExporterTest {

    private static final TaskTrace TASK = TaskTrace.begin(Optional.empty(), true);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
    private HttpServer collector;
    private SpanExporter exporter;

    @BeforeEach
    void start() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", asked::add);
        collector.start();
        exporter = SpanExporter.start(
                URI.create("http://127.0.0.1:" + collector.getAddress().getPort()), "test");
    }

    @AfterEach
    void stop() {
        collector.stop(0);
        exporter.close();
    }

    @Test
    void aCollectorThatAnswersGetsEverySpan() throws Exception {
        record(3);

        assertEquals(3, answer(200));
        exporter.close();
        assertEquals(0, exporter.lost());
    }

    @Test
    void aCollectorThatIsAwayCostsSpansAndTheyAreCounted() {
        collector.stop(0);

        record(3);

        Awaitility.await().atMost(PATIENCE).until(() -> exporter.lost() == 3);
    }

    @Test
    void aCollectorThatRefusesCostsSpansAndTheNextOnesAreSent() throws Exception {
        record(1);
        answer(503);
        Awaitility.await().atMost(PATIENCE).until(() -> exporter.lost() == 1);

        record(1);

        assertEquals(1, answer(200));
        assertEquals(1, exporter.lost());
    }

    @Test
    void nobodyWaitsForASlowCollectorAndWhatFindsNoRoomIsCounted() throws Exception {
        record(1);
        HttpExchange slow = next();

        record(SpanExporter.MOST_WAITING + 5);

        assertEquals(5, exporter.lost());
        slow.sendResponseHeaders(200, -1);
        int sent = 0;
        while (sent < SpanExporter.MOST_WAITING) {
            sent += answer(200);
        }
        assertEquals(SpanExporter.MOST_WAITING, sent);
        assertEquals(5, exporter.lost());
    }

    private void record(int spans) {
        for (int i = 0; i < spans; i++) {
            exporter.add(Span.whole("task", TASK, Duration.ofMillis(1), Map.of(), false));
        }
    }

    /** Yields how many spans the next request has. */
    private int answer(int status) throws Exception {
        HttpExchange exchange = next();
        int spans = JsonMapper.shared()
                .readTree(exchange.getRequestBody().readAllBytes())
                .at("/resourceSpans/0/scopeSpans/0/spans")
                .size();
        exchange.sendResponseHeaders(status, -1);
        return spans;
    }

    private HttpExchange next() throws InterruptedException {
        return asked.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }
}
