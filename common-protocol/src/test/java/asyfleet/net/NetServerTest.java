package asyfleet.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.StartFailure;
import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.http.Response;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class NetServerTest {

    private static final String REQUEST = "GET /wait HTTP/1.1\r\nHost: x\r\n\r\n";

    private final CompletableFuture<Response> answer = new CompletableFuture<>();
    private final CompletableFuture<Void> asked = new CompletableFuture<>();
    private final CompletableFuture<Void> abandoned = new CompletableFuture<>();
    private final Routes.Builder waiting = Routes.builder().get("/wait", request -> {
        request.whenAbandoned(() -> abandoned.complete(null));
        asked.complete(null);
        return answer;
    });

    @Test
    void aPortThatIsTakenIsAClearFailure() {
        try (TestServer first = TestServer.serving(Routes.builder());
                NetThreads threads = NetThreads.create(1)) {
            NetServerSettings same = NetServerSettings.onLoopback(first.server.port());
            StartFailure failure = assertThrows(
                    StartFailure.class,
                    () -> NetServer.start(same, Routes.builder().build(), Operations.create(), threads));
            assertTrue(
                    failure.getMessage().startsWith("cannot listen on 127.0.0.1 port " + first.server.port() + ": "),
                    failure.getMessage());
            assertTrue(failure.getMessage().contains("already in use"), failure.getMessage());
        }
    }

    @Test
    void anAddressThatIsNotOursIsAClearFailure() {
        assertFailsToListenOn("192.0.2.1");
        assertFailsToListenOn("no-such-host.invalid");
    }

    private static void assertFailsToListenOn(String bind) {
        NetServerSettings settings = TestServer.settings().withListen(new Listen(bind, 0, Optional.empty()));
        StartFailure failure = assertThrows(StartFailure.class, () -> TestServer.serving(Routes.builder(), settings));
        assertTrue(failure.getMessage().startsWith("cannot listen on " + bind + " port 0: "), failure.getMessage());
    }

    @Test
    void tlsFilesThatCannotBeUsedAreAClearFailure() {
        TlsFiles missing = new TlsFiles(Path.of("/no/such/cert.pem"), Path.of("/no/such/key.pem"));
        StartFailure failure = assertThrows(StartFailure.class, missing::serverContext);
        assertEquals("cannot read the TLS certificate file /no/such/cert.pem", failure.getMessage());
        TlsFiles swapped = new TlsFiles(TestTls.FILES.key(), TestTls.FILES.certificate());
        assertTrue(assertThrows(StartFailure.class, swapped::serverContext)
                .getMessage()
                .startsWith("cannot use TLS certificate "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"RSA", "EC"})
    void aKeyOfAnotherCertificateIsAFailureAtTheStart(String algorithm, @TempDir Path directory) throws Exception {
        byte[] key = KeyPairGenerator.getInstance(algorithm)
                .generateKeyPair()
                .getPrivate()
                .getEncoded();
        String pem = "-----BEGIN PRIVATE KEY-----\n" + Base64.getMimeEncoder().encodeToString(key)
                + "\n-----END PRIVATE KEY-----\n";
        Path other = Files.writeString(directory.resolve("other.key"), pem);

        TlsFiles files = new TlsFiles(TestTls.FILES.certificate(), other);
        String message = assertThrows(StartFailure.class, files::serverContext).getMessage();
        assertTrue(message.endsWith("(the key is not that of the certificate)"), message);
    }

    @Test
    void aStopLetsARequestInProgressEnd() throws Exception {
        try (TestServer server = TestServer.serving(waiting);
                RawClient client = server.raw()) {
            client.send(REQUEST);
            asked.get(20, TimeUnit.SECONDS);
            CompletionStage<Void> stopped = server.server.stop();
            assertFalse(stopped.toCompletableFuture().isDone());
            answer.complete(Response.text(200, "in time"));
            assertEquals("in time", client.read().body());
            stopped.toCompletableFuture().get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aStopLetsARequestThatIsHalfThereArriveAndEnd() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder()
                        .post(
                                "/echo",
                                request -> CompletableFuture.completedFuture(Response.text(200, request.bodyText()))));
                RawClient client = server.raw()) {
            client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertEquals(100, client.readWithoutBody().status());
            CompletionStage<Void> stopped = server.server.stop();
            assertEquals("ok", client.send("ok").read().body());
            stopped.toCompletableFuture().get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aStopClosesIdleConnectionsAndAcceptsNoMore() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder());
                RawClient idle = server.raw()) {
            idle.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").read();
            server.server.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertTrue(idle.isClosedByServer());
            assertThrows(ConnectException.class, server::raw);
        }
    }

    @Test
    void aRequestThatIsStillServedWhenTheDrainLimitIsOverIsToldToComeBack() throws Exception {
        NetServerSettings impatient = TestServer.settings().withDrainLimit(Duration.ofMillis(100));
        try (TestServer server = TestServer.serving(waiting, impatient);
                RawClient client = server.raw()) {
            client.send(REQUEST);
            asked.get(20, TimeUnit.SECONDS);
            server.server.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
            RawClient.Answer sorry = client.read();
            assertEquals(503, sorry.status());
            assertEquals("1", sorry.header("retry-after"));
            assertTrue(client.isClosedByServer());
            abandoned.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aBodyThatIsStillOnItsWayWhenTheDrainLimitIsOverIsRefused() throws Exception {
        NetServerSettings impatient = TestServer.settings().withDrainLimit(Duration.ofMillis(100));
        try (TestServer server = TestServer.serving(Routes.builder().post("/wait", request -> answer), impatient);
                RawClient client = server.raw()) {
            client.send("POST /wait HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
            assertEquals(100, client.readWithoutBody().status());
            server.server.stop();
            assertEquals(503, client.read().status());
        }
    }

    @Test
    void whoDoesNotTakeTheLastWordsIsClosedAMomentLater() throws Exception {
        NetServerSettings impatient = TestServer.settings().withDrainLimit(Duration.ofMillis(100));
        Routes.Builder stream = Routes.builder()
                .get("/stream", request -> CompletableFuture.completedFuture(Response.events(sink -> {})));
        try (TestServer server = TestServer.serving(stream, impatient);
                RawClient client = server.raw()) {
            client.send("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n").readWithoutBody();
            server.server.stop().toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertTrue(client.isClosedByServer());
        }
    }

    @Test
    void aServerMayBeStoppedTwice() {
        TestServer server = TestServer.serving(Routes.builder());
        server.server.close();
        server.close();
    }

    @Test
    void aConnectionBeyondTheMostIsClosedAndMakesRoomWhenOneEnds() throws Exception {
        NetServerSettings forOne =
                new NetServerSettings(Listen.loopback(0), ConnectionLimits.DEFAULT, 1, TestServer.PATIENCE);
        try (TestServer server = TestServer.serving(Routes.builder(), forOne)) {
            RawClient first = server.raw();
            first.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").read();
            try (RawClient second = server.raw()) {
                assertTrue(second.isClosedByServer());
            }
            first.send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    .rest();
            first.close();
            Awaitility.await().until(() -> server.openConnections() == 0);
            assertEquals(200, server.get("/healthz").statusCode());
        }
    }

    @Test
    void tlsIsServedWithACertificateAndAKey() throws Exception {
        NetServerSettings settings =
                TestServer.settings().withListen(new Listen("127.0.0.1", 0, Optional.of(TestTls.FILES)));
        try (TestServer server = TestServer.serving(Routes.builder(), settings)) {
            assertTrue(server.server.address().startsWith("https://127.0.0.1:"));
            HttpResponse<Void> answer =
                    TestTls.client().send(server.request("/healthz").build(), HttpResponse.BodyHandlers.discarding());
            assertEquals(200, answer.statusCode());
            assertTrue(answer.headers().firstValue("Strict-Transport-Security").isPresent(), "and in no other way");
        }
        try (TestServer plain = TestServer.serving(Routes.builder())) {
            assertTrue(plain.get("/healthz")
                    .headers()
                    .firstValue("Strict-Transport-Security")
                    .isEmpty());
        }
    }

    @Test
    void plainHttpOnATlsPortIsClosedAndHarmsNobody() throws Exception {
        NetServerSettings settings =
                TestServer.settings().withListen(new Listen("127.0.0.1", 0, Optional.of(TestTls.FILES)));
        try (TestServer server = TestServer.serving(Routes.builder(), settings)) {
            try (RawClient plain = server.raw()) {
                plain.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n").rest();
            }
            assertEquals(
                    200,
                    TestTls.client()
                            .send(server.request("/healthz").build(), HttpResponse.BodyHandlers.discarding())
                            .statusCode());
        }
    }
}
