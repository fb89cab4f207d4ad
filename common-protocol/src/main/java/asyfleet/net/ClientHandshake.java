package asyfleet.net;

import asyfleet.net.http.Headers;
import asyfleet.net.websocket.WebSocketPipeline;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.websocketx.WebSocket13FrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshaker;
import io.netty.handler.codec.http.websocketx.WebSocketClientHandshaker13;
import io.netty.handler.codec.http.websocketx.WebSocketFrameDecoder;
import io.netty.handler.codec.http.websocketx.WebSocketVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** The client's side of the opening handshake, on one connection. Confined to its event loop. */
final class ClientHandshake extends SimpleChannelInboundHandler<FullHttpResponse> {

    private final WebSocketTarget target;
    private final ConnectorSettings settings;
    private final Consumer<ChannelPipeline> own;
    private final CompletableFuture<Channel> result;
    private final WebSocketClientHandshaker handshaker;

    ClientHandshake(
            WebSocketTarget target,
            ConnectorSettings settings,
            Consumer<ChannelPipeline> own,
            CompletableFuture<Channel> result) {
        this.target = target;
        this.settings = settings;
        this.own = own;
        this.result = result;
        this.handshaker = handshaker();
    }

    private WebSocketClientHandshaker handshaker() {
        HttpHeaders headers = new DefaultHttpHeaders();
        for (Headers.Line line : target.headers().lines()) {
            headers.add(line.name(), line.value());
        }
        int maxFrameBytes = settings.maxFrameBytes();
        return new WebSocketClientHandshaker13(
                target.uri(), WebSocketVersion.V13, target.subprotocol().orElse(null), false, headers, maxFrameBytes) {
            @Override
            protected WebSocketFrameDecoder newWebsocketDecoder() {
                return new WebSocket13FrameDecoder(WebSocketPipeline.decoderConfig(maxFrameBytes, false));
            }
        };
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        handshaker.handshake(ctx.channel()).addListener(sent -> {
            if (!sent.isSuccess()) {
                fail(ctx, sent.cause());
            }
        });
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, FullHttpResponse response) {
        if (!response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS)) {
            String body = response.content().toString(StandardCharsets.UTF_8);
            fail(ctx, new WebSocketRefused(target, response.status().code(), body));
            return;
        }
        agreeOnSubprotocol(ctx, response.headers());
        handshaker.finishHandshake(ctx.channel(), response);
        ctx.pipeline().remove(this);
        WebSocketPipeline.install(ctx.pipeline(), settings.liveness(), settings.maxFrameBytes(), own);
        // False if the time was over just now: then nobody wants the connection any more.
        if (!result.complete(ctx.channel())) {
            ctx.close();
        }
    }

    /** Netty refuses a server that takes up none of what was offered; where that is allowed, it is told otherwise. */
    private void agreeOnSubprotocol(ChannelHandlerContext ctx, HttpHeaders headers) {
        String agreed = headers.get(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL);
        if (agreed != null) {
            ctx.channel().attr(WebSocketConnector.SUBPROTOCOL).set(agreed);
        } else if (!target.required()) {
            target.subprotocol().ifPresent(name -> headers.set(HttpHeaderNames.SEC_WEBSOCKET_PROTOCOL, name));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        fail(ctx, new IOException(target + " closed the connection during the handshake"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(ctx, cause);
    }

    private void fail(ChannelHandlerContext ctx, Throwable cause) {
        result.completeExceptionally(cause);
        ctx.close();
    }
}
