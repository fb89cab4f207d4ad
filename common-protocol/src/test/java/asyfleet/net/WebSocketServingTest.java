package asyfleet.net;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.bounds.ConnectionTimeouts;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Response;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.ServerStopping;
import asyfleet.net.websocket.WebSocketRoute;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.IOException;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** WebSocket routes as clients see them: the JDK's for good manners, raw sockets for the rest. */
@Tag("slow")
class WebSocketServingTest {

    private static final String HANDSHAKE = "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\n"
            + "Upgrade: WebSocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

    /** Echoes texts; "boom" is a bug. */
    static class Echo extends SimpleChannelInboundHandler<WebSocketFrame> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, WebSocketFrame frame) {
            if (frame instanceof TextWebSocketFrame text && text.text().equals("boom")) {
                throw new IllegalStateException("boom");
            }
            ctx.writeAndFlush(frame.retain());
        }
    }

    /** Collects what the JDK's client gets, as lines. */
    static final class Recorder implements WebSocket.Listener {
        final BlockingQueue<String> events = new LinkedBlockingQueue<>();

        @Override
        public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
            events.add("text " + data);
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
            events.add("pong " + StandardCharsets.UTF_8.decode(message));
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            events.add("close " + code + " " + reason);
            return null;
        }

        @Override
        public void onError(WebSocket socket, Throwable error) {
            events.add("error " + error);
        }

        String next() throws InterruptedException {
            return events.poll(20, TimeUnit.SECONDS);
        }
    }

    private static WebSocketRoute echo() {
        return WebSocketRoute.of((pipeline, request) -> pipeline.addLast(new Echo()));
    }

    private static TestServer serving(WebSocketRoute route) {
        return TestServer.serving(Routes.builder().webSocket("/ws", route));
    }

    private static WebSocket connect(TestServer server, Recorder recorder) {
        return server.client()
                .newWebSocketBuilder()
                .buildAsync(server.webSocket("/ws"), recorder)
                .join();
    }

    private static RawClient.Answer handshake(TestServer server, String headers) throws IOException {
        try (RawClient client = server.raw()) {
            return client.send(HANDSHAKE + headers + "\r\n").read();
        }
    }

    /** A masked frame with a mask of zeros, so that the payload is as it is. */
    private static byte[] frame(int firstByte, String payload) {
        byte[] text = payload.getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer frame = ByteBuffer.allocate(text.length + 8);
        frame.put((byte) firstByte);
        if (text.length < 126) {
            frame.put((byte) (0x80 | text.length));
        } else {
            frame.put((byte) (0x80 | 126)).putShort((short) text.length);
        }
        frame.putInt(0).put(text).flip();
        byte[] bytes = new byte[frame.remaining()];
        frame.get(bytes);
        return bytes;
    }

    private static void assertClosedWith(int code, RawClient client) throws IOException {
        byte[] head = client.bytes(4);
        assertEquals((byte) 0x88, head[0], "a close frame");
        assertEquals(code, ByteBuffer.wrap(head, 2, 2).getShort());
        client.bytes(head[1] - 2);
    }

    @Test
    void framesReachTheRouteAndGoBack() throws Exception {
        try (TestServer server = serving(echo())) {
            Recorder recorder = new Recorder();
            WebSocket socket = connect(server, recorder);
            socket.sendText("hello", true).join();
            assertEquals("text hello", recorder.next());
            socket.sendPing(ByteBuffer.wrap(new byte[] {'p'})).join();
            assertEquals("pong p", recorder.next());
            socket.sendClose(1000, "bye").join();
            assertEquals("close 1000 bye", recorder.next());
        }
    }

    @Test
    void theFirstKnownSubprotocolIsEchoedAndAnUnknownOneIgnored() throws Exception {
        try (TestServer server = serving(echo().withSubprotocols("asy", "asy2"))) {
            RawClient.Answer known = handshake(server, "Sec-WebSocket-Protocol: other, asy2, asy\r\n");
            assertEquals(101, known.status());
            assertEquals("asy2", known.header("sec-websocket-protocol"));
            RawClient.Answer unknown = handshake(server, "Sec-WebSocket-Protocol: other\r\n");
            assertEquals(101, unknown.status());
            assertTrue(!unknown.headers().containsKey("sec-websocket-protocol"));
            assertTrue(!handshake(server, "").headers().containsKey("sec-websocket-protocol"));
        }
    }

    @Test
    void admissionMayRefuseWithAnyAnswerNowOrLater() throws Exception {
        CompletableFuture<Optional<Response>> later = new CompletableFuture<>();
        try (TestServer server = TestServer.serving(Routes.builder()
                .webSocket("/ws", echo().withAdmission(request -> {
                    later.completeAsync(
                            () -> Optional.of(Response.text(503, "full").with("Retry-After", "1")));
                    return later;
                }))
                .webSocket("/token/{token}", echo().withAdmission(request -> {
                    throw new HttpError(403, "FORBIDDEN", "not with this token");
                })))) {
            RawClient.Answer busy = handshake(server, "");
            assertEquals(503, busy.status());
            assertEquals("1", busy.header("retry-after"));
            try (RawClient client = server.raw()) {
                client.send(HANDSHAKE.replace("/ws", "/token/secret") + "\r\n");
                assertEquals(
                        "{\"code\":\"FORBIDDEN\",\"error\":\"not with this token\",\"summary\":\"not with this token\"}",
                        client.read().body());
                client.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
                assertEquals(200, client.read().status(), "a refusal leaves the connection open");
            }
        }
    }

    @Test
    void whoeverMayNotComeInIsToldThatWhateverElseIsWrong() throws Exception {
        WebSocketRoute closed = echo().withAdmission(request -> {
            throw new HttpError(403, "FORBIDDEN", "not you");
        });
        try (TestServer server = serving(closed)) {
            for (String request : new String[] {
                "GET /ws HTTP/1.1\r\nHost: x\r\n",
                "POST /ws HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n",
                HANDSHAKE.replace("Version: 13", "Version: 8")
            }) {
                try (RawClient client = server.raw()) {
                    RawClient.Answer answer = client.send(request + "\r\n").read();
                    assertEquals(
                            "{\"code\":\"FORBIDDEN\",\"error\":\"not you\",\"summary\":\"not you\"}",
                            answer.body(),
                            request);
                }
            }
        }
    }

    @Test
    void aHandshakeThatBreaksTheStandardIsRefused() throws Exception {
        try (TestServer server = serving(echo())) {
            try (RawClient client = server.raw()) {
                RawClient.Answer plain =
                        client.send("GET /ws HTTP/1.1\r\nHost: x\r\n\r\n").read();
                assertEquals(426, plain.status());
                assertEquals("websocket", plain.header("upgrade"));
            }
            try (RawClient client = server.raw()) {
                RawClient.Answer version = client.send(HANDSHAKE.replace("Version: 13", "Version: 8") + "\r\n")
                        .read();
                assertEquals(426, version.status());
                assertEquals("13", version.header("sec-websocket-version"));
            }
            for (String broken : new String[] {
                HANDSHAKE.replace("GET", "POST"),
                HANDSHAKE.replace("keep-alive, Upgrade", "keep-alive"),
                HANDSHAKE.replace("dGhlIHNhbXBsZSBub25jZQ==", "short"),
                HANDSHAKE.replaceAll("Sec-WebSocket-Key.*\r\n", ""),
                HANDSHAKE.replace("HTTP/1.1", "HTTP/1.0")
            }) {
                try (RawClient client = server.raw()) {
                    assertEquals(400, client.send(broken + "\r\n").read().status(), broken);
                }
            }
        }
    }

    @Test
    void framesThatBreakTheStandardCloseWithTheCodeForIt() throws Exception {
        try (TestServer server = serving(echo().withMaxFrameBytes(200));
                RawClient opcode = answeredWith(server, 1002, frame(0x83, "reserved opcode"));
                RawClient mask = answeredWith(server, 1002, new byte[] {(byte) 0x81, 1, 'x'}); // not masked
                RawClient bit = answeredWith(server, 1002, frame(0xC1, "reserved bit"));
                RawClient text = answeredWith(server, 1007, frame(0x81, "\u00ff\u00fe not UTF-8"));
                RawClient length = answeredWith(server, 1009, frame(0x82, "x".repeat(201)))) {
            // Together, because the server waits a while for the answer that none of them gives.
            for (RawClient client : List.of(opcode, mask, bit, text, length)) {
                assertTrue(client.isClosedByServer());
            }
        }
    }

    @Test
    void aFrameThatIsTooLongIsToldHowLongItMayBe() throws Exception {
        try (TestServer server = serving(echo().withMaxFrameBytes(200));
                RawClient client = server.raw()) {
            assertEquals(101, client.send(HANDSHAKE + "\r\n").read().status());
            client.send(frame(0x82, "x".repeat(201)));

            assertTrue(client.rest().contains("a frame is too long; expected at most 200 bytes"));
        }
    }

    private static RawClient answeredWith(TestServer server, int code, byte[] frame) throws IOException {
        RawClient client = server.raw();
        assertEquals(101, client.send(HANDSHAKE + "\r\n").read().status());
        client.send(frame);
        assertClosedWith(code, client);
        return client;
    }

    @Test
    void aBugInARouteClosesWith1011AndHarmsNobodyElse() throws Exception {
        try (TestServer server = serving(echo())) {
            Recorder first = new Recorder();
            Recorder second = new Recorder();
            WebSocket broken = connect(server, first);
            WebSocket other = connect(server, second);
            broken.sendText("boom", true).join();
            assertEquals("close 1011 internal error", first.next());
            other.sendText("still here", true).join();
            assertEquals("text still here", second.next());
        }
    }

    @Test
    void aPeerThatIsSilentIsPingedAndThenClosed() throws Exception {
        ConnectionLimits limits = ConnectionLimits.DEFAULT.withTimeouts(new ConnectionTimeouts(
                Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(2)));
        try (TestServer server = TestServer.serving(
                        Routes.builder().webSocket("/ws", echo()),
                        TestServer.settings().withLimits(limits));
                RawClient client = server.raw()) {
            client.send(HANDSHAKE + "\r\n").read();
            assertArrayEquals(new byte[] {(byte) 0x89, 0}, client.bytes(2));
            client.send(frame(0x8A, ""));
            assertArrayEquals(new byte[] {(byte) 0x89, 0}, client.bytes(2));
            assertTrue(client.isClosedByServer());
        }
    }

    @Test
    void aPeerThatDoesNotReadIsClosed() throws Exception {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        NetServerSettings settings = TestServer.settings();
        WebSocketRoute flood = WebSocketRoute.of((pipeline, request) -> {
            pipeline.channel().closeFuture().addListener(done -> closed.complete(null));
            for (int i = 0; i < 200; i++) {
                pipeline.channel().eventLoop().execute(() -> pipeline.channel()
                        .writeAndFlush(new TextWebSocketFrame("x".repeat(1 << 20))));
            }
        });
        try (TestServer server = TestServer.serving(
                        Routes.builder().webSocket("/ws", flood),
                        settings.withLimits(settings.limits().withMaxPendingBytes(1 << 20)));
                RawClient client = server.raw()) {
            client.send(HANDSHAKE + "\r\n").read();
            closed.get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aStoppingServerClosesWith1001AndSaysWhy() throws Exception {
        try (TestServer server = serving(echo())) {
            Recorder recorder = new Recorder();
            connect(server, recorder);
            server.server.stop();
            assertEquals("close 1001 the server is shutting down", recorder.next());
        }
    }

    @Test
    void aRouteMayEndInItsOwnWayWhenTheServerStops() throws Exception {
        WebSocketRoute polite = WebSocketRoute.of((pipeline, request) -> pipeline.addLast(new Echo() {
            @Override
            public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                if (event == ServerStopping.EVENT) {
                    ctx.write(new TextWebSocketFrame("last words"));
                    ctx.writeAndFlush(new CloseReason(CloseReason.GOING_AWAY, "come back soon").frame());
                }
            }
        }));
        try (TestServer server = serving(polite)) {
            Recorder recorder = new Recorder();
            connect(server, recorder);
            server.server.stop();
            assertEquals("text last words", recorder.next());
            assertEquals("close 1001 come back soon", recorder.next());
        }
    }

    @Test
    void aRouteThatGoesOnWhileTheServerStopsIsClosedWith1001WhenTheTimeIsUp() throws Exception {
        WebSocketRoute busy = WebSocketRoute.of((pipeline, request) -> pipeline.addLast(new Echo() {
            @Override
            public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                if (event != ServerStopping.EVENT) {
                    ctx.fireUserEventTriggered(event);
                }
            }
        }));
        NetServerSettings impatient = TestServer.settings().withDrainLimit(Duration.ofMillis(100));
        try (TestServer server = TestServer.serving(Routes.builder().webSocket("/ws", busy), impatient)) {
            Recorder recorder = new Recorder();
            connect(server, recorder);
            server.server.stop();
            assertEquals("close 1001 the server is shutting down", recorder.next());
        }
    }
}
