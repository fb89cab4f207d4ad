package asyfleet.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.WebSocketRoute;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class BlockingWebSocketTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int MOST = 1 << 20;

    /** Sends back what comes: a text in two frames with a ping between them, anything else as it is. */
    private static final class Echo extends SimpleChannelInboundHandler<WebSocketFrame> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
            if (frame instanceof TextWebSocketFrame text && text.text().equals("bye")) {
                ctx.writeAndFlush(new CloseReason(CloseReason.NORMAL, "as you wish").frame());
            } else if (frame instanceof TextWebSocketFrame text) {
                ctx.write(new TextWebSocketFrame(false, 0, text.text()));
                ctx.write(new PingWebSocketFrame());
                ctx.writeAndFlush(new ContinuationWebSocketFrame(true, 0, "!"));
            } else if (frame instanceof BinaryWebSocketFrame) {
                ctx.writeAndFlush(new BinaryWebSocketFrame(Unpooled.copiedBuffer(frame.content())));
            }
        }
    }

    private static TestServer serving(WebSocketRoute.Admission admission) {
        return serving(admission, TestServer.settings());
    }

    private static TestServer serving(WebSocketRoute.Admission admission, NetServerSettings settings) {
        Routes.Builder routes = Routes.builder()
                .webSocket(
                        "/echo",
                        WebSocketRoute.of((pipeline, request) -> pipeline.addLast(new Echo()))
                                .withMaxFrameBytes(MOST)
                                .withAdmission(admission));
        return TestServer.serving(routes, settings);
    }

    private static BlockingWebSocket open(WebSocketTarget target) throws IOException {
        return BlockingWebSocket.open(target, TIMEOUT, MOST);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 125, 126, 65535, 65536, 300_000})
    void messagesOfAnySizeComeBackAsTheyWere(int size) throws IOException {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 31);
        }
        try (TestServer server = serving(WebSocketRoute.Admission.EVERYBODY);
                BlockingWebSocket socket = open(WebSocketTarget.of(server.webSocket("/echo")))) {
            socket.sendBinary(bytes);

            BlockingWebSocket.WholeMessage answer = socket.receive();
            assertArrayEquals(bytes, answer.bytes());
            assertEquals(false, answer.isText());
        }
    }

    @Test
    void aMessageInPiecesIsPutTogetherAndThePingsBetweenThemAreAnswered() throws IOException {
        try (TestServer server = serving(WebSocketRoute.Admission.EVERYBODY);
                BlockingWebSocket socket = open(WebSocketTarget.of(server.webSocket("/echo")))) {
            socket.sendText("grüß Gott".getBytes(StandardCharsets.UTF_8));

            BlockingWebSocket.WholeMessage answer = socket.receive();
            assertTrue(answer.isText());
            assertEquals("grüß Gott!", new String(answer.bytes(), StandardCharsets.UTF_8));
        }
    }

    @Test
    void theReasonOfTheServerToCloseIsKnown() throws IOException {
        try (TestServer server = serving(WebSocketRoute.Admission.EVERYBODY);
                BlockingWebSocket socket = open(WebSocketTarget.of(server.webSocket("/echo")))) {
            socket.sendText("bye".getBytes(StandardCharsets.UTF_8));

            assertNull(socket.receive());
            assertEquals(" with code 1000: as you wish", socket.closeReason());
        }
    }

    @Test
    void aRefusalHasTheStatusAndTheWordsOfTheServer() {
        WebSocketRoute.Admission token = request -> CompletableFuture.completedFuture(
                request.headers().first("Authorization").equals(Optional.of("Bearer good"))
                        ? Optional.empty()
                        : Optional.of(new HttpError(403, "TOKEN", "who are you?").response()));
        try (TestServer server = serving(token)) {
            WebSocketTarget target = WebSocketTarget.of(server.webSocket("/echo"));

            WebSocketRefused refused = assertThrows(WebSocketRefused.class, () -> open(target));
            assertEquals(403, refused.status());
            assertTrue(refused.body().contains("who are you?"), refused.body());
            open(target.withHeaders(Headers.of("Authorization", "Bearer good"))).close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void wssTrustsTheAuthoritiesOfTheSystemAndNobodyElse() throws Exception {
        NetServerSettings settings =
                TestServer.settings().withListen(new Listen("127.0.0.1", 0, Optional.of(TestTls.FILES)));
        try (TestServer server = serving(WebSocketRoute.Admission.EVERYBODY, settings)) {
            WebSocketTarget target =
                    WebSocketTarget.of(URI.create("wss://localhost:" + server.server.port() + "/echo"));

            assertThrows(SSLException.class, () -> open(target));
            try (BlockingWebSocket socket = BlockingWebSocket.open(target, TIMEOUT, MOST, trusting())) {
                socket.sendText("hello".getBytes(StandardCharsets.UTF_8));
                assertEquals("hello!", new String(socket.receive().bytes(), StandardCharsets.UTF_8));
            }
        }
    }

    /** As a system that has the certificate of the test among its authorities. */
    private static Supplier<SSLSocketFactory> trusting() throws Exception {
        KeyStore authorities = KeyStore.getInstance(KeyStore.getDefaultType());
        authorities.load(null, null);
        try (InputStream file = Files.newInputStream(TestTls.FILES.certificate())) {
            authorities.setCertificateEntry(
                    "test", CertificateFactory.getInstance("X.509").generateCertificate(file));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(authorities);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context::getSocketFactory;
    }

    @Test
    void whatIsNoWebSocketServerIsSaidSo() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture.runAsync(() -> {
                try (var connection = server.accept()) {
                    connection.getOutputStream().write("220 mail\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    // To close before the client has would throw away what it has not read yet.
                    connection.getInputStream().readAllBytes();
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            WebSocketTarget target = WebSocketTarget.of(URI.create("ws://127.0.0.1:" + server.getLocalPort() + "/"));

            IOException failure = assertThrows(IOException.class, () -> open(target));
            assertEquals("the server does not speak HTTP", failure.getMessage());
        }
    }

    @Test
    void aServerThatIsNotThereIsTheJdksOwnFailure() {
        assertThrows(ConnectException.class, () -> open(WebSocketTarget.of(URI.create("ws://127.0.0.1:1/"))));
    }
}
