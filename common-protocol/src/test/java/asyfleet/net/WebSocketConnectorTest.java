package asyfleet.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.http.Headers;
import asyfleet.net.http.HttpError;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.Liveness;
import asyfleet.net.websocket.WebSocketRoute;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class WebSocketConnectorTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final NetThreads threads = NetThreads.create(1);
    private final WebSocketConnector connector = new WebSocketConnector(threads, ConnectorSettings.DEFAULT);
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @AfterEach
    void closeThreads() {
        threads.close();
    }

    /** Notes texts and the peer's close. */
    private final class Recorder extends SimpleChannelInboundHandler<TextWebSocketFrame> {
        @Override
        protected void channelRead0(ChannelHandlerContext ctx, TextWebSocketFrame frame) {
            events.add(frame.text());
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof CloseReason reason) {
                events.add("close " + reason.code() + " " + reason.text());
            }
        }
    }

    private CompletableFuture<Channel> connect(WebSocketTarget target) {
        return connect(connector, target, TIMEOUT);
    }

    private CompletableFuture<Channel> connect(WebSocketConnector with, WebSocketTarget target, Duration timeout) {
        return with.connect(target, timeout, pipeline -> pipeline.addLast(new Recorder()))
                .toCompletableFuture();
    }

    private String next() throws InterruptedException {
        return events.poll(20, TimeUnit.SECONDS);
    }

    private static <T extends Throwable> T failure(Class<T> type, CompletableFuture<?> stage) {
        ExecutionException failed = assertThrows(ExecutionException.class, () -> stage.get(20, TimeUnit.SECONDS));
        return assertInstanceOf(type, failed.getCause());
    }

    /** Says hello before anybody asks, then echoes. */
    private static WebSocketRoute greeting() {
        return WebSocketRoute.of((pipeline, request) -> {
            pipeline.addLast(new WebSocketServingTest.Echo());
            pipeline.writeAndFlush(
                    new TextWebSocketFrame("hello " + request.header("X-Who").orElse("you")));
        });
    }

    @Test
    void anOpenWebSocketSendsAndGetsFramesFromTheFirstOn() throws Exception {
        try (TestServer server =
                TestServer.serving(Routes.builder().webSocket("/ws", greeting().withSubprotocols("asy")))) {
            Channel channel = connect(WebSocketTarget.of(server.webSocket("/ws"))
                            .withHeaders(Headers.of("X-Who", "world"))
                            .withSubprotocol("asy"))
                    .get(20, TimeUnit.SECONDS);
            assertEquals("hello world", next());
            channel.writeAndFlush(new TextWebSocketFrame("echo"));
            assertEquals("echo", next());
            channel.writeAndFlush(new CloseReason(CloseReason.NORMAL, "done").frame());
            assertEquals("close 1000 done", next());
            channel.closeFuture().get(20, TimeUnit.SECONDS);
        }
    }

    @Test
    void aHostNameIsLookedUp() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder().webSocket("/ws", greeting()))) {
            URI byName = URI.create("ws://localhost:" + server.server.port() + "/ws");
            connect(WebSocketTarget.of(byName)).get(20, TimeUnit.SECONDS);
            assertEquals("hello you", next());
        }
        URI unknown = URI.create("ws://no-such-host.invalid/ws");
        failure(UnknownHostException.class, connect(WebSocketTarget.of(unknown)));
    }

    @Test
    void aRefusalTellsStatusAndBody() {
        try (TestServer server =
                TestServer.serving(Routes.builder().webSocket("/ws", greeting().withAdmission(request -> {
                    throw new HttpError(503, "BUSY", "one at a time");
                })))) {
            WebSocketRefused refused =
                    failure(WebSocketRefused.class, connect(WebSocketTarget.of(server.webSocket("/ws"))));
            assertEquals(503, refused.status());
            assertEquals(
                    "{\"code\":\"BUSY\",\"error\":\"one at a time\",\"summary\":\"one at a time\"}", refused.body());
        }
    }

    @Test
    void aServerThatIsNotThereIsAFailure() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        failure(ConnectException.class, connect(WebSocketTarget.of(URI.create("ws://127.0.0.1:" + free + "/"))));
    }

    @Test
    void aServerThatNeverAnswersTimesOutAndItsConnectionCloses() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            URI uri = URI.create("ws://127.0.0.1:" + mute.getLocalPort() + "/");
            CompletableFuture<Channel> stage = connect(connector, WebSocketTarget.of(uri), Duration.ofMillis(200));
            try (var accepted = mute.accept()) {
                failure(TimeoutException.class, stage);
                accepted.setSoTimeout(20_000);
                accepted.getInputStream().readAllBytes();
            }
        }
    }

    @Test
    void aServerThatClosesDuringTheHandshakeIsAFailure() throws Exception {
        try (ServerSocket rude = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            URI uri = URI.create("ws://127.0.0.1:" + rude.getLocalPort() + "/");
            CompletableFuture<Channel> stage = connect(WebSocketTarget.of(uri));
            rude.accept().close();
            failure(IOException.class, stage);
        }
    }

    @Test
    void aServerThatStopsIsHeardOf() throws Exception {
        try (TestServer server = TestServer.serving(Routes.builder().webSocket("/ws", greeting()))) {
            connect(WebSocketTarget.of(server.webSocket("/ws"))).get(20, TimeUnit.SECONDS);
            assertEquals("hello you", next());
            server.server.stop();
            assertEquals("close 1001 the server is shutting down", next());
        }
    }

    @Test
    void aFrameThatIsTooLongClosesWith1009() throws Exception {
        CompletableFuture<CloseReason> heard = new CompletableFuture<>();
        WebSocketRoute loud = WebSocketRoute.of((pipeline, request) -> {
            pipeline.addLast(new WebSocketServingTest.Echo() {
                @Override
                public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                    heard.complete((CloseReason) event);
                }
            });
            pipeline.writeAndFlush(new TextWebSocketFrame("x".repeat(101)));
        });
        ConnectorSettings small =
                new ConnectorSettings(100, 1 << 20, new Liveness(TIMEOUT, 1, TIMEOUT), Optional.empty());
        try (TestServer server = TestServer.serving(Routes.builder().webSocket("/ws", loud))) {
            connect(new WebSocketConnector(threads, small), WebSocketTarget.of(server.webSocket("/ws")), TIMEOUT);
            assertEquals(1009, heard.get(20, TimeUnit.SECONDS).code());
        }
    }

    @Test
    void wssTrustsTheGivenAuthoritiesAndNobodyElse() throws Exception {
        NetServerSettings tls =
                TestServer.settings().withListen(new Listen("127.0.0.1", 0, Optional.of(TestTls.FILES)));
        ConnectorSettings trusting = new ConnectorSettings(
                1 << 16, 1 << 20, new Liveness(TIMEOUT, 1, TIMEOUT), Optional.of(TestTls.FILES.certificate()));
        try (TestServer server = TestServer.serving(Routes.builder().webSocket("/ws", greeting()), tls)) {
            WebSocketTarget target = WebSocketTarget.of(URI.create("wss://localhost:" + server.server.port() + "/ws"));
            connect(new WebSocketConnector(threads, trusting), target, TIMEOUT).get(20, TimeUnit.SECONDS);
            assertEquals("hello you", next());
            failure(SSLException.class, unwrapped(connect(target)));
        }
    }

    /** Netty wraps what TLS reports. */
    private static CompletableFuture<Channel> unwrapped(CompletableFuture<Channel> stage) {
        CompletableFuture<Channel> result = new CompletableFuture<>();
        stage.whenComplete((channel, failure) -> {
            Throwable cause = failure;
            while (cause.getCause() != null && !(cause instanceof SSLException)) {
                cause = cause.getCause();
            }
            result.completeExceptionally(cause);
        });
        return result;
    }

    @Test
    void aTargetIsAWebSocketUriAndShowsNeitherPathNorQuery() {
        for (String bad : new String[] {"http://x/", "ws:/x", "ws:///x", "x"}) {
            assertThrows(IllegalArgumentException.class, () -> WebSocketTarget.of(URI.create(bad)), bad);
        }
        WebSocketTarget target = WebSocketTarget.of(URI.create("ws://[::1]:9/secret?token=x"));
        assertEquals("ws://[::1]:9", target.toString());
        assertEquals("::1", target.host());
        assertEquals(443, WebSocketTarget.of(URI.create("wss://x/")).port());
        assertTrue(WebSocketTarget.of(URI.create("WSS://x/")).isSecure());
    }
}
