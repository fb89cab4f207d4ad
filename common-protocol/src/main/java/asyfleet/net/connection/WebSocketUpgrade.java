package asyfleet.net.connection;

import asyfleet.net.http.HttpError;
import asyfleet.net.http.Method;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.operations.HttpMetrics;
import asyfleet.net.websocket.WebSocketPipeline;
import asyfleet.net.websocket.WebSocketRoute;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.websocketx.WebSocketServerHandshaker13;
import java.util.Base64;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** The server's side of RFC 6455's opening handshake. */
final class WebSocketUpgrade {

    private static final int KEY_BYTES = 16;

    private WebSocketUpgrade() {}

    /** Asks the route, then checks what the standard asks for. Empty: admitted. */
    static CompletionStage<Optional<Response>> admit(Request request, Exchange exchange, WebSocketRoute route) {
        return route.admission().admit(request).thenApply(refusal -> {
            if (refusal.isEmpty()) {
                requireHandshake(exchange);
            }
            return refusal;
        });
    }

    private static void requireHandshake(Exchange exchange) {
        HttpHeaders headers = exchange.head().headers();
        if (exchange.method() != Method.GET || exchange.isHttp10()) {
            throw HttpError.badRequest("a WebSocket is asked for with GET and HTTP/1.1");
        }
        if (!headers.containsValue(HttpHeaderNames.CONNECTION, "upgrade", true)) {
            throw HttpError.badRequest("expected the header Connection: Upgrade");
        }
        if (!"13".equals(headers.get(HttpHeaderNames.SEC_WEBSOCKET_VERSION))) {
            throw ErrorAnswers.upgradeRequired("expected the header Sec-WebSocket-Version: 13");
        }
        if (!isKey(headers.get(HttpHeaderNames.SEC_WEBSOCKET_KEY))) {
            throw HttpError.badRequest("expected a Sec-WebSocket-Key of 16 bytes in base64");
        }
    }

    private static boolean isKey(String key) {
        try {
            return key != null && Base64.getDecoder().decode(key.strip()).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Answers 101 and makes a pipeline of {@link HttpPipeline} one of frames. */
    static void perform(
            ChannelHandlerContext connection,
            Exchange exchange,
            RequestDispatch.Outcome.Upgrade upgrade,
            ConnectionContext context) {
        Channel channel = connection.channel();
        WebSocketRoute route = upgrade.route();
        handshake(channel, exchange.head(), route).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.remove(RequestReader.class);
        pipeline.remove(connection.handler());
        count(channel, exchange.route(), context.metrics());
        WebSocketPipeline.install(pipeline, context.limits().timeouts().liveness(), route.maxFrameBytes(), own -> {
            own.addLast(
                    "waiting-frames", WaitingFrames.of(channel, context.shared().waiting()));
            route.installer().install(own, upgrade.request());
        });
    }

    // A method of its own, so that a WebSocket, which may live for hours, does not keep the request's headers.
    private static void count(Channel channel, String route, HttpMetrics metrics) {
        metrics.webSocketOpened(route);
        channel.closeFuture().addListener(closed -> metrics.webSocketClosed(route));
    }

    private static ChannelFuture handshake(Channel channel, HttpRequest head, WebSocketRoute route) {
        String subprotocols = route.subprotocols().isEmpty() ? null : String.join(",", route.subprotocols());
        DefaultFullHttpRequest request = new DefaultFullHttpRequest(
                head.protocolVersion(),
                head.method(),
                head.uri(),
                Unpooled.EMPTY_BUFFER,
                head.headers(),
                EmptyHttpHeaders.INSTANCE);
        return new WebSocketServerHandshaker13(
                        head.uri(), subprotocols, WebSocketPipeline.decoderConfig(route.maxFrameBytes(), true))
                .handshake(channel, request);
    }
}
