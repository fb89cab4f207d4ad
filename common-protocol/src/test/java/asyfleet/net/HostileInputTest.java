package asyfleet.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.bounds.ConnectionTimeouts;
import asyfleet.net.http.RequestHandler;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that no good client sends, and its answers. After each test the server must still serve others. */
@Tag("slow")
class HostileInputTest {

    private static final int MAX_BODY = 1000;

    private TestServer server = start(ConnectionTimeouts.DEFAULT);

    private static TestServer start(ConnectionTimeouts timeouts) {
        Routes.Builder routes = Routes.builder()
                .post("/echo", RequestHandler.answering(request -> Response.of(200, "text/plain", request.body())))
                .get("/{name}", RequestHandler.answering(request -> Response.text(200, request.param("name"))));
        ConnectionLimits limits =
                ConnectionLimits.DEFAULT.withMaxBodyBytes(MAX_BODY).withTimeouts(timeouts);
        return TestServer.serving(routes, TestServer.settings().withLimits(limits));
    }

    @AfterEach
    void theServerStillServesAndHasForgottenTheClient() throws Exception {
        assertEquals("fine", server.get("/fine").body());
        server.close();
        assertEquals(0, server.openConnections());
    }

    private void restartWith(ConnectionTimeouts timeouts) {
        server.close();
        server = start(timeouts);
    }

    @ParameterizedTest
    @CsvSource({
        "'GET /a HTTP/1.1\r\n\r\n', 400",
        "'GET /a HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', 400",
        "'GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n', 400",
        "'GET /a?q=%zz HTTP/1.1\r\nHost: x\r\n\r\n', 400",
        "'GET /a HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n', 400",
        "'nonsense\r\n\r\n', 400",
        "'BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n', 501",
        "'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n', 501",
        "'GET /a HTTP/2.0\r\nHost: x\r\n\r\n', 505",
        "'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 505",
        "'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400",
        "'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n', 400",
        "'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 400",
        "'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400",
        "'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n', 413",
        "'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999\r\n\r\n', 413",
        "'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nExpect: magic\r\n\r\n', 417",
        "'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n', 404",
        "'POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n1\r\na\r\n0\r\n\r\n', 501",
    })
    void aBadRequestGetsItsStatusAsJson(String request, int status) throws Exception {
        try (RawClient client = server.raw()) {
            RawClient.Answer answer = client.send(request).read();
            assertEquals(status, answer.status(), answer.body());
            assertTrue(answer.body().matches("\\{\"code\":\"[A-Z_]+\",\"error\":\".+\".*}"), answer.body());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            BREW /pot HTTP/1.1 | X: y | the method is \\"BREW\\"; expected one of [GET,
            POST /echo HTTP/1.1 | Content-Length: ten | Content-Length is \\"ten\\"; expected one number of bytes
            POST /echo HTTP/1.1 | Content-Length: 1, 2 | Content-Length is \\"1, 2\\"; expected one number of bytes
            POST /echo HTTP/1.1 | Content-Length: 1001 | the body has 1001 bytes or more; expected at most 1000
            POST /echo HTTP/1.1 | Transfer-Encoding: gzip | Transfer-Encoding is \\"gzip\\" and Content-Length is not
            POST /echo HTTP/1.1 | Transfer-Encoding: gzip, chunked | Transfer-Encoding is \\"gzip, chunked\\"; expected
            POST /echo HTTP/1.1 | Expect: magic | Expect is \\"magic\\"; expected 100-continue
            GET /a HTTP/1.1 | Bad Header: y | this is not HTTP/1.1; expected a request line and header lines
            """)
    void whatIsRefusedIsNamedWithItsValueAndWhatWasExpected(String line, String header, String error) throws Exception {
        try (RawClient client = server.raw()) {
            String body = client.send(line + "\r\nHost: x\r\n" + header + "\r\n\r\n")
                    .read()
                    .body();
            assertTrue(body.contains("\"error\":\"" + error), body);
        }
    }

    @Test
    void aBrokenChunkIsToldApartFromABrokenHead() throws Exception {
        for (String chunk : List.of("zz\r\n", "1;" + "x".repeat(20_000) + "\r\na\r\n")) {
            try (RawClient client = server.raw()) {
                client.send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk);
                RawClient.Answer answer = client.read();
                assertEquals(400, answer.status());
                assertTrue(answer.body().contains("a chunk of the body is broken"), answer.body());
            }
        }
    }

    @Test
    void noByteInAHeaderLineIsTakenForABugOfOurs() throws Exception {
        for (int b = 0; b < 256; b++) {
            try (RawClient client = server.raw()) {
                client.send("GET /a HTTP/1.1\r\nHost: x\r\nX" + (char) b + "Y: a" + (char) b + "b\r\n\r\n");
                int status = client.read().status();
                assertTrue(status == 200 || status == 400, "byte " + b + " gave " + status);
            }
        }
    }

    @Test
    void afterABrokenRequestNothingElseOfTheConnectionIsServed() throws Exception {
        try (RawClient client = server.raw()) {
            client.send("nonsense\r\n\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n");
            RawClient.Answer answer = client.read();
            assertEquals(400, answer.status());
            assertEquals("close", answer.header("connection"));
            assertEquals("", client.rest());
        }
    }

    @Test
    void aRequestLineWithoutEndIs414AndHeadersWithoutEndAre431() throws Exception {
        try (RawClient line = server.raw();
                RawClient headers = server.raw()) {
            line.send("GET /" + "a".repeat(20_000));
            RawClient.Answer tooLong = line.read();
            assertEquals(414, tooLong.status());
            assertTrue(tooLong.body().contains("\"limit\":16384"), tooLong.body());
            headers.send("GET /a HTTP/1.1\r\nHost: x\r\n");
            headers.send("X-Long: abcdefgh\r\n".repeat(2_000));
            assertEquals(431, headers.read().status());
        }
    }

    @Test
    void aBodyOverTheLimitIsRefusedBeforeItIsSent() throws Exception {
        try (RawClient client = server.raw()) {
            client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n");
            RawClient.Answer answer = client.read();
            assertEquals(413, answer.status());
            assertTrue(answer.body().contains("\"limit\":1000"), answer.body());
        }
    }

    @Test
    void aClientThatGoesOnSendingAfterARefusalStillReadsWhy() throws Exception {
        try (RawClient client = server.raw()) {
            client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n");
            client.send(new byte[3_000_000]);
            assertEquals(413, client.read().status());
        }
    }

    @Test
    void aChunkedBodyIsCountedAsItComes() throws Exception {
        try (RawClient client = server.raw()) {
            client.send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
            client.send("1f4\r\n" + "a".repeat(500) + "\r\n");
            client.send("1f5\r\n" + "a".repeat(501) + "\r\n");
            assertEquals(413, client.read().status());
        }
    }

    @Test
    void aBodyOfExactlyTheLimitIsServed() throws Exception {
        String body = "a".repeat(MAX_BODY);
        try (RawClient client = server.raw()) {
            client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n" + body);
            assertEquals(body, client.read().body());
        }
    }

    @Test
    void aClientThatAsksFirstIsToldToContinue() throws Exception {
        try (RawClient client = server.raw()) {
            client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertEquals(100, client.readWithoutBody().status());
            assertEquals("ok", client.send("ok").read().body());
            client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n");
            assertEquals("1", client.readWithoutBody().header("content-length"));
            assertEquals("b", client.read().body());
        }
    }

    @Test
    void aRequestIsTheSameHoweverItsBytesAreSplit() throws Exception {
        byte[] request =
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello".getBytes(StandardCharsets.US_ASCII);
        try (RawClient client = server.raw()) {
            for (byte b : request) {
                client.send(new byte[] {b});
            }
            assertEquals("hello", client.read().body());
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrderThoughTheFirstIsTheSlowest() throws Exception {
        CompletableFuture<Response> slow = new CompletableFuture<>();
        CompletableFuture<Void> asked = new CompletableFuture<>();
        try (TestServer own = TestServer.serving(Routes.builder()
                        .get("/slow", request -> {
                            asked.complete(null);
                            return slow;
                        })
                        .get("/{n}", RequestHandler.answering(request -> Response.text(200, request.param("n")))));
                RawClient client = own.raw()) {
            StringBuilder requests = new StringBuilder("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
            for (int i = 0; i < 500; i++) {
                requests.append("GET /").append(i).append(" HTTP/1.1\r\nHost: x\r\n\r\n");
            }
            client.send(requests.toString());
            asked.get(20, TimeUnit.SECONDS);
            slow.complete(Response.text(200, "slow"));
            assertEquals("slow", client.read().body());
            for (int i = 0; i < 500; i++) {
                assertEquals(Integer.toString(i), client.read().body());
            }
        }
    }

    @Test
    void anErrorInAPipelineComesAfterTheAnswersBeforeIt() throws Exception {
        try (RawClient client = server.raw()) {
            client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n");
            assertEquals("a", client.read().body());
            assertEquals(400, client.read().status());
            assertEquals("", client.rest());
        }
    }

    @Test
    void anOldClientIsServedAndItsConnectionClosed() throws Exception {
        try (RawClient client = server.raw()) {
            client.send("GET /a HTTP/1.0\r\n\r\n");
            RawClient.Answer answer = client.read();
            assertEquals("a", answer.body());
            assertEquals("", client.rest());
        }
    }

    @Test
    void anOldClientThatAsksForItKeepsItsConnection() throws Exception {
        try (RawClient client = server.raw()) {
            client.send("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
            assertEquals("keep-alive", client.read().header("connection"));
            client.send("GET /b HTTP/1.0\r\n\r\n");
            assertEquals("b", client.read().body());
        }
    }

    @Test
    void aTargetInAbsoluteFormIsServed() throws Exception {
        try (RawClient client = server.raw()) {
            client.send("GET http://elsewhere/a?q HTTP/1.1\r\nHost: x\r\n\r\n");
            assertEquals("a", client.read().body());
        }
    }

    @Test
    void aClientThatSendsItsHeadersDropByDropIsClosed() throws Exception {
        restartWith(new ConnectionTimeouts(
                Duration.ofSeconds(2), Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(60)));
        try (Socket slow = new Socket("127.0.0.1", server.server.port())) {
            // Each byte would reset a timer that only measures silence.
            Awaitility.await()
                    .atMost(TestServer.PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> {
                        try {
                            slow.getOutputStream().write('a');
                            return false;
                        } catch (IOException closed) {
                            return true;
                        }
                    });
        }
    }

    @Test
    void aConnectionThatIsIdleAfterItsAnswerIsClosed() throws Exception {
        restartWith(new ConnectionTimeouts(
                Duration.ofSeconds(2), Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(60)));
        try (RawClient client = server.raw()) {
            assertEquals(
                    "a",
                    client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n").read().body());
            assertTrue(client.isClosedByServer());
        }
    }

    @Test
    void aBodyThatDoesNotArriveInTimeIs408() throws Exception {
        restartWith(new ConnectionTimeouts(
                Duration.ofSeconds(60), Duration.ofMillis(200), Duration.ofSeconds(60), Duration.ofSeconds(60)));
        try (RawClient client = server.raw()) {
            client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
            RawClient.Answer late = client.read();
            assertEquals(408, late.status());
            assertTrue(late.body().contains("only 4 of 10 bytes of the body came within 200 ms"), late.body());
            assertEquals("", client.rest());
        }
    }

    @Test
    void aClientThatDoesNotReadItsAnswerIsClosed() throws Exception {
        CompletableFuture<Void> abandoned = new CompletableFuture<>();
        ConnectionLimits limits = ConnectionLimits.DEFAULT.withTimeouts(new ConnectionTimeouts(
                Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofMillis(300), Duration.ofSeconds(60)));
        byte[] large = new byte[64 << 20];
        try (TestServer own = TestServer.serving(
                        Routes.builder().get("/large", RequestHandler.answering(request -> {
                            request.whenAbandoned(() -> abandoned.complete(null));
                            return Response.of(200, "application/octet-stream", large);
                        })),
                        TestServer.settings().withLimits(limits));
                RawClient client = own.raw()) {
            client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
            abandoned.get(20, TimeUnit.SECONDS);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomBytesNeverHarmTheServer(long seed) throws Exception {
        Random random = new Random(seed);
        List<String> words = List.of(
                "GET ",
                "POST ",
                "/a",
                " HTTP/1.1",
                " HTTP/1.0",
                "\r\n",
                "\r\n\r\n",
                "Host: x",
                "Content-Length: 3",
                "Transfer-Encoding: chunked",
                "0\r\n",
                ":",
                "Upgrade: websocket",
                "\0",
                "\u00ff");
        StringBuilder garbage = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            garbage.append(words.get(random.nextInt(words.size())));
        }
        try (RawClient client = server.raw()) {
            client.send(garbage.toString());
            String answers = client.rest();
            assertTrue(answers.isEmpty() || answers.startsWith("HTTP/1.1 "), answers);
        } catch (IOException closed) {
            assertNull(closed.getCause());
        }
    }
}
