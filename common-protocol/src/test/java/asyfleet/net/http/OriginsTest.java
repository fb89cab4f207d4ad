package asyfleet.net.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.WebSocketRoute;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The answers to pages of other origins and to other host names, over real sockets. */
@Tag("slow")
class OriginsTest {

    private static final String GOOD = "Origin: https://good.example";
    private static NetThreads threads;
    private static NetServer open;
    private static NetServer restricted;
    private static NetServer local;

    @BeforeAll
    static void serve() {
        threads = NetThreads.create(2);
        open = server(Set.of("*"));
        restricted = server(Set.of("https://good.example"));
        local = server(Origins.of(Set.of(), HostNames.of(Set.of("figures.example"), "127.0.0.1"), "127.0.0.1"));
    }

    private static NetServer server(Set<String> allowed) {
        return server(new Origins(allowed, HostNames.ANY));
    }

    private static NetServer server(Origins origins) {
        Routes routes = Routes.builder()
                .crossOrigin(origins)
                .post("/figure", RequestHandler.answering(request -> Response.text(200, "ran")
                        .with("Vary", "Accept")))
                .delete("/figure", RequestHandler.answering(request -> {
                    throw new HttpError(422, "EXIT_CODE", "it failed");
                }))
                .webSocket("/asy", WebSocketRoute.of((pipeline, request) -> {}))
                .build();
        return NetServer.start(NetServerSettings.onLoopback(0), routes, Operations.create(), threads);
    }

    @AfterAll
    static void stop() {
        open.close();
        restricted.close();
        local.close();
        threads.close();
    }

    @ParameterizedTest
    @CsvSource({
        "https://good.example:443, https://good.example",
        "http://good.example:80, http://good.example",
        "http://good.example:443, http://good.example:443",
        "HTTPS://Good.example, https://good.example",
    })
    void anAllowedOriginIsWrittenAsBrowsersWriteIt(String written, String asked) {
        assertEquals(asked, Origins.TYPE.parse().apply(written));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost",
                "LOCALHOST:8080",
                "localhost.:8080",
                "page.localhost:1",
                "127.0.0.1:8080",
                "10.1.2.3",
                "[::1]:80",
                "figures.example",
                "Figures.Example:443"
            })
    void aServerOfThisMachineAnswersUnderItsNamesAndAnyAddress(String host) {
        assertEquals("http/1.1 200 ok", askLocal("POST /figure", host).get(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
                        "evil-localhost",
                "[evil]:80", "figures.example.evil", "1.2.3", "0x7f000001.evil", ""
            })
    void aServerOfThisMachineRefusesNamesThatAPageCouldHaveMadeItsOwn(String host) {
        List<String> answer = askLocal("POST /figure", host);

        assertEquals("http/1.1 421 misdirected request", answer.get(0));
        assertTrue(answer.get(answer.size() - 1).contains("wrong_host"), answer::toString);
    }

    @Test
    void aHostInTheRequestLineCountsInPlaceOfTheHeader() {
        assertEquals(
                "http/1.1 421 misdirected request",
                askLocal("POST http://evil.example/figure", "localhost").get(0));
        assertEquals(
                "http/1.1 421 misdirected request",
                askLocal("POST http://localhost@evil.example?/figure", "localhost")
                        .get(0));
        assertEquals(
                "http/1.1 200 ok",
                askLocal("POST http://localhost:8080/figure", "evil.example").get(0));
    }

    @Test
    void aReboundPageCanNeitherPostNorOpenAWebSocket() {
        String rebound = "Origin: http://evil.example:8080";

        assertEquals(
                "http/1.1 421 misdirected request",
                askLocal("POST /figure", "evil.example:8080", rebound).get(0));
        assertEquals(
                "http/1.1 421 misdirected request",
                askLocal("GET /asy", "evil.example:8080", rebound, HANDSHAKE).get(0));
    }

    @Test
    void aServerOfThisMachineIsForItsOwnPagesUnlessItsOperatorSaysOtherwise() {
        assertEquals(
                "http/1.1 403 forbidden",
                askLocal("POST /figure", "localhost", GOOD).get(0));
        assertEquals(
                "http/1.1 403 forbidden",
                askLocal("GET /asy", "localhost", GOOD, HANDSHAKE).get(0));
        assertEquals(
                "http/1.1 200 ok",
                askLocal("POST /figure", "localhost:8080", "Origin: http://localhost:8080")
                        .get(0));
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, true",
        "127.8.8.8, true",
        "::1, true",
        "localhost, true",
        "0.0.0.0, false",
        "::, false",
        "10.0.0.1, false",
        "example.org, false"
    })
    void onlyABindToThisMachineIsForItsOwnPagesByDefault(String bind, boolean own) {
        Origins byDefault = Origins.of(Set.of(), HostNames.of(Set.of(), bind), bind);

        assertEquals(own, byDefault.hosts().checked());
        assertEquals(own ? Set.of("own") : Set.of("*"), byDefault.allowed());
    }

    @Test
    void aPageOfAnAllowedOriginMaySendWhatTheApiTakes() {
        List<String> answer = ask(restricted, "OPTIONS /figure", GOOD, "Access-Control-Request-Method: DELETE");

        assertEquals("http/1.1 204 no content", answer.get(0));
        assertTrue(answer.contains("access-control-allow-origin: https://good.example"), answer.toString());
        assertTrue(answer.contains("access-control-allow-methods: post, delete, options"), answer.toString());
        String headers = line(answer, "access-control-allow-headers");
        for (String header : List.of("authorization", "content-type", "x-priority", "x-asyfleet-session")) {
            assertTrue(headers.contains(header), headers);
        }
        assertFalse(line(answer, "access-control-max-age").isEmpty());
        assertTrue(answer.contains("vary: origin"), answer.toString());
    }

    @Test
    void aPageOfAnAllowedOriginMayReadAnswersAndTheirTimes() {
        List<String> answer = ask(restricted, "POST /figure", GOOD);

        assertEquals("http/1.1 200 ok", answer.get(0));
        assertTrue(answer.contains("access-control-allow-origin: https://good.example"), answer.toString());
        assertTrue(line(answer, "access-control-expose-headers").contains("x-asyfleet-total-ms"), answer.toString());
        assertTrue(answer.containsAll(List.of("vary: accept", "vary: origin")), answer.toString());
    }

    @ParameterizedTest
    @CsvSource({"DELETE /figure, 422", "GET /nowhere, 404", "GET /figure, 405", "GET /asy, 426"})
    void errorsMayBeReadAsWell(String request, int status) {
        List<String> answer = ask(restricted, request, GOOD);

        assertTrue(answer.get(0).startsWith("http/1.1 " + status), answer.toString());
        assertTrue(answer.contains("access-control-allow-origin: https://good.example"), answer.toString());
    }

    @Test
    void whatIsRefusedBeforeItIsReadMayBeReadAsWell() {
        List<String> answer = ask(restricted, "POST /figure", GOOD, "Content-Length: 999999999");

        assertEquals("http/1.1 413 request entity too large", answer.get(0));
        assertTrue(answer.contains("access-control-allow-origin: https://good.example"), answer.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://evil.example", "http://good.example", "null", "https://good.example.evil", "x"})
    void aPageOfAnotherOriginIsRefusedBeforeAnythingRuns(String origin) {
        for (String request : List.of("POST /figure", "OPTIONS /figure", "GET /asy")) {
            List<String> answer = ask(restricted, request, "Origin: " + origin);

            assertEquals("http/1.1 403 forbidden", answer.get(0));
            assertTrue(line(answer, "access-control-allow-origin").isEmpty(), answer.toString());
            assertTrue(answer.contains("vary: origin"), answer.toString());
            assertTrue(answer.get(answer.size() - 1).contains("may not use this server"), answer.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "http://fleet.example:8080, fleet.example:8080",
        "https://fleet.example, fleet.example", // behind a proxy that ends TLS
        "https://fleet.example, fleet.example:443",
        "http://fleet.example, Fleet.example:80",
        "http://[::1]:8080, [::1]:8080",
    })
    void theServersOwnPageIsAlwaysAllowed(String origin, String host) {
        assertEquals("http/1.1 200 ok", askAt(host, "POST /figure", origin).get(0));
        assertEquals(
                "http/1.1 101 switching protocols",
                askAt(host, "GET /asy", origin + "\r\n" + HANDSHAKE).get(0));
    }

    @ParameterizedTest
    @CsvSource({
        "http://fleet.example:9090, fleet.example:8080",
        "https://fleet.example, fleet.example:80",
        "http://example, fleet.example",
    })
    void anotherPortOrHostIsNotTheServersOwn(String origin, String host) {
        assertEquals(
                "http/1.1 403 forbidden", askAt(host, "POST /figure", origin).get(0));
    }

    @Test
    void aProgramIsNotAskedForItsOrigin() {
        List<String> answer = ask(restricted, "POST /figure");

        assertEquals("http/1.1 200 ok", answer.get(0));
        assertTrue(answer.contains("vary: origin"), "a cache must not give it to a page: " + answer);
    }

    @Test
    void aServerThatIsOpenToAllSaysSoToEverybodyAlike() {
        for (List<String> answer : List.of(ask(open, "POST /figure"), ask(open, "POST /figure", GOOD))) {
            assertTrue(answer.contains("access-control-allow-origin: *"), answer.toString());
            assertFalse(answer.contains("vary: origin"), answer.toString());
        }
        List<String> preflight = ask(open, "OPTIONS /figure", GOOD, "Access-Control-Request-Method: POST");
        assertTrue(line(preflight, "access-control-allow-headers").contains("authorization"), preflight.toString());
    }

    @Test
    void aPageMaySendTheOptionsOfADiagramAsHeadersAndNoOthers() {
        List<String> preflight = ask(
                open,
                "OPTIONS /figure",
                GOOD,
                "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: content-type, kroki-diagram-options-theme,kroki-diagram-options-no*, x-mine");
        String allowed = line(preflight, "access-control-allow-headers");

        assertTrue(allowed.endsWith("tracestate, kroki-diagram-options-theme"), allowed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"good.example", "https://good.example/", "https://good.example/page", "https://a@b", ""})
    void aSettingThatNoBrowserWouldEverSendIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> Origins.TYPE.parse().apply(text));
    }

    private static final String HANDSHAKE = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==";

    private static List<String> ask(NetServer server, String request, String... headers) {
        String lines = String.join("\r\n", headers);
        return send(server, request + " HTTP/1.1\r\nHost: x\r\n" + lines + (lines.isEmpty() ? "" : "\r\n"));
    }

    private static List<String> askLocal(String request, String host, String... headers) {
        String lines = String.join("\r\n", headers);
        return send(local, request + " HTTP/1.1\r\nHost: " + host + "\r\n" + lines + (lines.isEmpty() ? "" : "\r\n"));
    }

    private static List<String> askAt(String host, String request, String origin) {
        return send(restricted, request + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: " + origin + "\r\n");
    }

    /** The lines of the answer, in lower case. */
    private static List<String> send(NetServer server, String head) {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            String closing = head.contains("Upgrade") ? "" : "Connection: close\r\n";
            socket.getOutputStream().write((head + closing + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return answer.toLowerCase(Locale.ROOT).lines().toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String line(List<String> answer, String name) {
        return Stream.concat(answer.stream(), Stream.of(name + ":"))
                .filter(line -> line.startsWith(name + ":"))
                .findFirst()
                .orElseThrow()
                .substring(name.length() + 1);
    }
}
