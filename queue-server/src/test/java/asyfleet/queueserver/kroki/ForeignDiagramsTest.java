package asyfleet.queueserver.kroki;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.http.Body;
import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.http.Peer;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.http.Target;
import asyfleet.queueserver.access.ApiTokens;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.kroki.upstream.KrokiUpstream;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Diagrams of other types, with a Kroki server behind the door that does as the test says. */
@Tag("slow")
class ForeignDiagramsTest {

    private static final byte[] SVG = "<svg/>".getBytes(StandardCharsets.UTF_8);

    private final BlockingQueue<HttpExchange> asked = new LinkedBlockingQueue<>();
    private CompletableFuture<Void> gone = new CompletableFuture<>();
    private HttpServer other;
    private KrokiUpstream upstream;
    private ForeignDiagrams door;

    @BeforeEach
    void start() throws IOException {
        other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        other.createContext("/", asked::add);
        other.start();
        open(Duration.ofSeconds(30));
    }

    private void open(Duration patience) {
        URI server = URI.create("http://127.0.0.1:" + other.getAddress().getPort() + "/kroki");
        upstream = new KrokiUpstream(server, patience, new Gate(new ApiTokens(Optional.empty())));
        door = new ForeignDiagrams(upstream);
    }

    @AfterEach
    void stop() {
        upstream.close();
        other.stop(0);
    }

    @Test
    void theSameUrlIsAskedForAtTheOtherServerAndItsAnswerComesBack() throws Exception {
        CompletableFuture<Response> answer = door.get(
                        get("graphviz", "svg", "eNpLyUwvSizIUHBXqPZIzcnJ17ULzy_KSakFAGxACMY="))
                .toCompletableFuture();
        HttpExchange exchange = asked.poll(20, TimeUnit.SECONDS);
        assertEquals(
                "/kroki/graphviz/svg/eNpLyUwvSizIUHBXqPZIzcnJ17ULzy_KSakFAGxACMY=",
                exchange.getRequestURI().toString());
        exchange.getResponseHeaders().add("ETag", "\"7\"");
        exchange.getResponseHeaders().add("Cache-Control", "public, max-age=432000");
        exchange.getResponseHeaders().add("Set-Cookie", "a=b");
        reply(exchange, 200, "image/svg+xml", SVG);

        Response response = answer.get(20, TimeUnit.SECONDS);
        assertEquals(200, response.status());
        assertArrayEquals(SVG, ((Body.Bytes) response.body()).bytes());
        assertEquals("image/svg+xml", response.headers().first("Content-Type").orElseThrow());
        assertEquals("\"7\"", response.headers().first("ETag").orElseThrow());
        assertEquals(
                "public, max-age=432000",
                response.headers().first("Cache-Control").orElseThrow());
        assertTrue(response.headers()
                .first("Content-Security-Policy")
                .orElseThrow()
                .endsWith("sandbox"));
        assertFalse(response.headers().contains("Set-Cookie"), "only what concerns the picture");
    }

    @Test
    void whatIsSecretStaysHereAndWhatConcernsTheDiagramGoesOn() throws Exception {
        Map<String, List<String>> query = new LinkedHashMap<>();
        query.put("token", List.of("secret"));
        query.put("theme", List.of("a&b=c d"));
        Headers headers = Headers.of("Authorization", "Bearer secret")
                .plus("Cookie", "secret")
                .plus("X-Forwarded-For", "10.0.0.1")
                .plus("Content-Type", "text/plain")
                .plus("Kroki-Diagram-Options-Layout", "neato");
        CompletableFuture<Response> answer = door.post(
                        request(Method.POST, Map.of("type", "graphviz", "format", "svg"), query, headers, "digraph {}"))
                .toCompletableFuture();
        HttpExchange exchange = asked.poll(20, TimeUnit.SECONDS);

        assertEquals(
                "/kroki/graphviz/svg?theme=a%26b%3Dc+d",
                exchange.getRequestURI().toString());
        assertEquals("digraph {}", new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals("neato", exchange.getRequestHeaders().getFirst("Kroki-Diagram-Options-Layout"));
        assertEquals("text/plain", exchange.getRequestHeaders().getFirst("Content-Type"));
        assertFalse(exchange.getRequestHeaders().values().toString().contains("secret"));
        assertFalse(exchange.getRequestHeaders().containsKey("X-Forwarded-For"));
        reply(exchange, 400, "text/plain", "Error 400: syntax error".getBytes(StandardCharsets.UTF_8));
        assertEquals(400, answer.get(20, TimeUnit.SECONDS).status(), "its own errors come as they are");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", ".", "a/b", "a?b", "a#b", "a b", "a%2fb", "a\r\nHost: evil", "é", ""})
    void aPartOfAPathThatCouldLeadElsewhereIsRefused(String part) {
        HttpError error = assertThrows(HttpError.class, () -> door.get(get("graphviz", "svg", part)));
        assertEquals(400, error.status());
        assertTrue(asked.isEmpty());
    }

    @Test
    void aRedirectIsNotFollowedAndNotPassedOn() throws Exception {
        CompletableFuture<Response> answer =
                door.get(get("graphviz", "svg", "abc")).toCompletableFuture();
        HttpExchange exchange = asked.poll(20, TimeUnit.SECONDS);
        exchange.getResponseHeaders().add("Location", "/elsewhere");
        reply(exchange, 302, "text/plain", SVG);

        assertEquals(502, failure(answer).status());
        assertTrue(asked.isEmpty(), "nobody asked for the other address");
    }

    @Test
    void anAnswerThatIsTooLargeIsNotGathered() throws Exception {
        CompletableFuture<Response> answer =
                door.get(get("graphviz", "svg", "abc")).toCompletableFuture();
        HttpExchange exchange = asked.poll(20, TimeUnit.SECONDS);
        exchange.sendResponseHeaders(200, 0);
        byte[] part = new byte[1 << 20];
        assertThrows(IOException.class, () -> {
            for (int i = 0; i < 1000; i++) {
                exchange.getResponseBody().write(part);
            }
        });

        assertEquals(502, failure(answer).status());
    }

    @Test
    void aServerThatIsDownIsNamedWithoutItsAddress() {
        other.stop(0);

        HttpError error = failure(door.get(get("graphviz", "svg", "abc")).toCompletableFuture());
        assertEquals(502, error.status());
        assertTrue(error.getMessage().contains("Kroki server behind this one"), error.getMessage());
        assertFalse(error.getMessage().contains("127.0.0.1"), error.getMessage());
    }

    @Test
    void aServerThatDoesNotAnswerIsGivenUpInTime() throws Exception {
        upstream.close();
        open(Duration.ofMillis(200));

        CompletableFuture<Response> answer =
                door.get(get("graphviz", "svg", "abc")).toCompletableFuture();
        assertNotNull(asked.poll(20, TimeUnit.SECONDS));
        assertEquals(504, failure(answer).status());
    }

    @Test
    void aServerThatBeginsToAnswerAndStopsIsGivenUpAsWell() throws Exception {
        upstream.close();
        open(Duration.ofMillis(500));

        CompletableFuture<Response> answer =
                door.get(get("graphviz", "svg", "abc")).toCompletableFuture();
        HttpExchange exchange = asked.poll(20, TimeUnit.SECONDS);
        exchange.sendResponseHeaders(200, 10);
        exchange.getResponseBody().write(1);
        exchange.getResponseBody().flush();
        assertEquals(504, failure(answer).status());
    }

    @Test
    void moreThanAFewAtATimeAreRefusedAndEveryPlaceComesBack() throws Exception {
        List<CompletableFuture<Response>> answers = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            answers.add(door.get(get("graphviz", "svg", "abc")).toCompletableFuture());
        }
        HttpError busy = assertThrows(HttpError.class, () -> door.get(get("graphviz", "svg", "abc")));
        assertEquals(503, busy.status());
        assertTrue(busy.headers().contains("Retry-After"));

        gone.complete(null); // all clients hang up
        for (CompletableFuture<Response> answer : answers) {
            failure(answer);
        }
        gone = new CompletableFuture<>();
        CompletableFuture<Response> next =
                door.get(get("graphviz", "svg", "next")).toCompletableFuture();
        HttpExchange exchange;
        do {
            exchange = asked.poll(20, TimeUnit.SECONDS);
        } while (!exchange.getRequestURI().getPath().endsWith("next"));
        reply(exchange, 200, "image/svg+xml", SVG);
        assertEquals(200, next.get(20, TimeUnit.SECONDS).status());
    }

    private Request get(String type, String format, String encoded) {
        return new Request(
                new Target(Method.GET, "/", Map.of("type", type, "format", format, "encoded", encoded), Map.of()),
                Headers.EMPTY,
                new byte[0],
                new Peer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), false, gone));
    }

    private Request request(
            Method method, Map<String, String> params, Map<String, List<String>> query, Headers headers, String body) {
        return new Request(
                new Target(method, "/", params, query),
                headers,
                body.getBytes(StandardCharsets.UTF_8),
                new Peer(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1), false, gone));
    }

    private static void reply(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static HttpError failure(CompletableFuture<Response> answer) {
        CompletionException failure =
                assertThrows(CompletionException.class, () -> answer.orTimeout(20, TimeUnit.SECONDS)
                        .join());
        return assertInstanceOf(HttpError.class, failure.getCause());
    }
}
