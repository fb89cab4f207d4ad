package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.Toolchain;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A whole queue server that is not for everybody: with tokens, and with allowed origins. */
@Tag("slow")
class RestrictedServerTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static final String HANDSHAKE = "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    private static final String OFFER = "Sec-WebSocket-Protocol: asy, bearer.MDEyMzQ1Njc4OWFiY2RlZg\r\n";
    private static QueueServer server;

    @BeforeAll
    static void start(@TempDir Path directory) throws IOException {
        Path tokens = Files.writeString(directory.resolve("tokens"), "page 0123456789abcdef\n");
        server = TestQueueServer.start(
                REDIS, "--api-tokens=" + tokens, "--allowed-origins=https://good.example", "--metrics-port=0");
    }

    @AfterAll
    static void stop() {
        server.close();
        REDIS.close();
    }

    @Test
    void itsOwnPageConnectsWithATokenThatIsInNoAddress() throws IOException {
        String own = "Origin: http://localhost\r\n";

        String answer = ask("GET /asy", own + OFFER + HANDSHAKE);
        assertTrue(answer.startsWith("HTTP/1.1 101"), answer);
        assertTrue(
                answer.toLowerCase().contains("sec-websocket-protocol: asy\r\n"), "no token in the answer " + answer);
        assertTrue(ask("GET /asy", own + HANDSHAKE).startsWith("HTTP/1.1 401"));
    }

    @Test
    void aPageWithTheOlderNameOfTheProtocolIsHeardSoThatItCanBeToldWhatIsWrong() throws IOException {
        String answer = ask("GET /asy", OFFER.replace("asy,", "asyonline.asy,") + HANDSHAKE);

        assertTrue(answer.startsWith("HTTP/1.1 101"), answer);
        assertTrue(answer.toLowerCase().contains("sec-websocket-protocol: asyonline.asy\r\n"), answer);
    }

    @Test
    void aForeignPageIsRefusedAtEveryDoorTokenOrNot() throws IOException {
        String evil = "Origin: https://evil.example\r\nAuthorization: Bearer 0123456789abcdef\r\n";

        assertTrue(ask("GET /asy", evil + HANDSHAKE).startsWith("HTTP/1.1 403"));
        assertTrue(ask("POST /api/render", evil).startsWith("HTTP/1.1 403"));
        assertTrue(ask("GET /api/queue-stats", evil).startsWith("HTTP/1.1 403"));
    }

    @Test
    void aRequestToANameOfSomebodyElseIsRefusedAsDescribed() throws IOException {
        for (String request : new String[] {"POST /api/render", "GET /api/queue-stats", "GET /api/tasks/1/result"}) {
            assertTrue(askAt("evil.example", request, "", "").startsWith("HTTP/1.1 421"), request);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/metrics", "/api/queue-stats", "/api/versions"})
    void figuresOfTheFleetNeedAToken(String path) throws IOException {
        assertTrue(ask("GET " + path, "").startsWith("HTTP/1.1 401"));
        assertTrue(
                ask("GET " + path, "Authorization: Bearer 0123456789abcdef\r\n").startsWith("HTTP/1.1 200"));
    }

    @Test
    void everybodyMayAskWhetherItIsReadyButNotForAPicture() throws IOException {
        assertTrue(ask("GET /readyz", "").startsWith("HTTP/1.1 200"));
        assertTrue(ask("GET /readyz?deep=1", "").startsWith("HTTP/1.1 401"));
    }

    @Test
    void theVersionOfAsymptoteNeedsATokenAtTheDoorsOfOthersAsWell() throws IOException {
        new Toolchain(REDIS.redis()).publish("2.85-f").toCompletableFuture().join();
        String text = "Accept: text/plain\r\n";

        assertTrue(ask("GET /", text).startsWith("HTTP/1.1 401"));
        assertTrue(ask("GET /", text + "Authorization: Bearer 0123456789abcdef\r\n")
                .endsWith("Asymptote version 2.85\n"));
        String health = ask("GET /health", "");
        assertTrue(health.startsWith("HTTP/1.1 200") && !health.contains("2.85"), health);
    }

    @Test
    void thePortForMetricsNeedsNoTokenAndServesNothingElse() throws IOException {
        int port = server.metricsPort().orElseThrow();

        assertTrue(askAt(port, "GET /metrics").contains("asyfleet_connections_open"));
        assertTrue(askAt(port, "GET /healthz").startsWith("HTTP/1.1 200"));
        assertTrue(askAt(port, "GET /readyz").startsWith("HTTP/1.1 200"));
        for (String request : new String[] {"GET /api/queue-stats", "POST /api/render", "GET /asy", "GET /"}) {
            assertTrue(askAt(port, request).startsWith("HTTP/1.1 404"), request);
        }
    }

    @Test
    void anAllowedPageCanReadThatItNeedsAToken() throws IOException {
        String answer = ask("POST /api/render", "Origin: https://good.example\r\n");

        assertTrue(answer.startsWith("HTTP/1.1 401"), answer);
        assertTrue(answer.contains("Access-Control-Allow-Origin: https://good.example\r\n"), answer);
    }

    @Test
    void aPictureOfAServerWithTokensIsForNoSharedCache() throws IOException {
        new Toolchain(REDIS.redis()).publish("2.85-f").toCompletableFuture().join();
        String known = "Authorization: Bearer 0123456789abcdef\r\nIf-None-Match: \"%s\"\r\n"
                .formatted("0ccea8418ecce65cab1181fec2cc1a78"); // as its ETag would have been

        String answer = ask("GET /asymptote/svg/eJxLKUos1yjNyyxJzixKzknVtAYAPHAGbQ", known);
        assertTrue(answer.startsWith("HTTP/1.1 304"), answer);
        assertTrue(answer.contains("Cache-Control: private, max-age=86400\r\n"), answer);
    }

    @Test
    void aBadValueInTheQueryIsRefusedBeforeTheUpgrade() throws IOException {
        String answer = ask("GET /asy?cache=maybe", OFFER + HANDSHAKE);

        assertTrue(answer.startsWith("HTTP/1.1 400"), answer);
        assertTrue(answer.contains("cache is \\\"maybe\\\"; expected true or false"), answer);
    }

    @Test
    void aBodyOverTheLimitIsRefusedWithTheLimit() throws IOException {
        String answer = ask("POST /api/tasks", "Content-Length: 99999999\r\n");

        assertTrue(answer.startsWith("HTTP/1.1 413"), answer);
        assertTrue(answer.contains("\"measured\":99999999"), answer);
    }

    @Test
    void filesOfFourMebibytesTogetherFitInJsonWithItsEscapes() throws IOException {
        String lines = "\\n".repeat(1 << 20);
        String json = "{\"main\": \"m.asy\", \"files\": {\"m.asy\": \"" + lines + "\", \"a.asy\": \"" + lines
                + "\", \"b.asy\": \"" + lines + "\", \"c.asy\": \"" + lines.substring(2) + "\"}, \"x\": 1}";

        String answer = ask(
                "POST /api/render",
                "Authorization: Bearer 0123456789abcdef\r\nContent-Type: application/json\r\nContent-Length: "
                        + json.length() + "\r\n",
                json);
        assertTrue(answer.contains("unknown field \\\"x\\\""), "it was read to its end: " + answer);
    }

    @Test
    void aSessionsNameThatIsTooLongIsRefusedBeforeTheUpgrade() throws IOException {
        assertTrue(ask("GET /asy?session=" + "n".repeat(100), OFFER + HANDSHAKE).startsWith("HTTP/1.1 101"));

        String answer = ask("GET /asy?session=" + "n".repeat(101), OFFER + HANDSHAKE);
        assertTrue(answer.startsWith("HTTP/1.1 400"), answer);
        assertEquals(
                "{\"code\":\"BAD_REQUEST\",\"error\":\"the session's name has 101 characters; expected 1 to 100\","
                        + "\"summary\":\"the session's name has 101 characters; expected 1 to 100\"}",
                answer.substring(answer.indexOf("\r\n\r\n") + 4));
    }

    private static String ask(String request, String headers) throws IOException {
        return ask(request, headers, "");
    }

    private static String ask(String request, String headers, String body) throws IOException {
        return askAt("localhost", request, headers, body);
    }

    private static String askAt(int port, String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            String head = request + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String askAt(String host, String request, String headers, String body) throws IOException {
        boolean upgrades = headers.contains("Upgrade");
        String closing = upgrades ? "" : "Connection: close\r\n";
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream()
                    .write((request + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + closing + "\r\n" + body)
                            .getBytes(StandardCharsets.ISO_8859_1));
            if (upgrades) {
                socket.shutdownOutput(); // or the WebSocket would stay
            }
            byte[] answer = socket.getInputStream().readAllBytes();
            return CLIENT.checked(request, new String(answer, StandardCharsets.ISO_8859_1));
        }
    }
}
