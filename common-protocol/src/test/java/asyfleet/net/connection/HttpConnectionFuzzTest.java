package asyfleet.net.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.fuzz.FuzzTest;
import asyfleet.net.bounds.ConnectionLimits;
import asyfleet.net.bounds.SharedBounds;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.operations.HttpMetrics;
import asyfleet.net.route.Routes;
import asyfleet.net.websocket.WebSocketRoute;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Any bytes on a connection are answered with HTTP or not at all, never with 500, and the same whether they come at once
 * or byte by byte.
 */
class HttpConnectionFuzzTest extends FuzzTest {

    private static final Routes ROUTES = Routes.builder()
            .get("/", HttpConnectionFuzzTest::echo)
            .post("/{one}", HttpConnectionFuzzTest::echo)
            .get("/rest/{rest...}", HttpConnectionFuzzTest::echo)
            .webSocket("/ws", WebSocketRoute.of((pipeline, request) -> {}))
            .build();
    /** A client has to wait for this answer, and what it sends in the same piece with its request is lost. */
    private static final String AFTER_UPGRADE = "(?s)(HTTP/1.1 101 .*?\r\n\r\n).*";

    private static final HttpMetrics METRICS = new HttpMetrics(new PrometheusRegistry());
    private static final SharedBounds BOUNDS = SharedBounds.none(new PrometheusRegistry());

    private static CompletionStage<Response> echo(Request request) {
        String seen = request.target() + " " + request.headers().lines() + " " + request.bodyText();
        return CompletableFuture.completedFuture(Response.json(200, Map.of("seen", seen)));
    }

    @Override
    protected void check(byte[] input) {
        String answers = answers(input, input.length);
        assertEquals(answers, answers(input, 1));
        assertTrue(answers.isEmpty() || answers.startsWith("HTTP/1.1 "), answers);
        assertFalse(answers.contains("HTTP/1.1 500 "), answers);
    }

    private static String answers(byte[] input, int step) {
        EmbeddedChannel channel = channel();
        try {
            for (int from = 0; from < input.length && channel.isOpen(); from += step) {
                channel.writeInbound(Unpooled.copiedBuffer(input, from, step));
            }
            return sent(channel);
        } finally {
            channel.finishAndReleaseAll();
        }
    }

    private static EmbeddedChannel channel() {
        EmbeddedChannel channel = new EmbeddedChannel() {
            @Override
            protected SocketAddress remoteAddress0() {
                return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
            }
        };
        channel.freezeTime();
        HttpPipeline.install(
                channel.pipeline(),
                new ConnectionContext(ROUTES, ConnectionLimits.DEFAULT, BOUNDS, METRICS, false, () -> true));
        return channel;
    }

    private static String sent(EmbeddedChannel channel) {
        StringBuilder text = new StringBuilder();
        for (ByteBuf bytes; (bytes = channel.readOutbound()) != null; ) {
            text.append(bytes.toString(StandardCharsets.ISO_8859_1));
            bytes.release();
        }
        return text.toString().replaceAll("date: .*\r\n", "").replaceFirst(AFTER_UPGRADE, "$1");
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /rest/a/b%2Fc?q=1&q=2 HTTP/1.1\r\nHost: x\r\n\r\n",
                "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
                "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                "HEAD / HTTP/1.0\r\n\r\nOPTIONS * HTTP/1.1\r\nHost: x\r\nOrigin: http://y\r\n\r\n",
                "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /% HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\n\r\n",
                "GET http://x/rest/ HTTP/2.0\r\n\r\n");
    }
}
