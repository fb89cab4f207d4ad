package asyfleet.net.websocket;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The end of every WebSocket pipeline: what a route's own handlers leave unhandled gets its answer here. Stateless. */
@Sharable
final class WebSocketTail extends ChannelInboundHandlerAdapter {

    static final WebSocketTail INSTANCE = new WebSocketTail();

    private static final Logger LOG = LoggerFactory.getLogger(WebSocketTail.class);

    private WebSocketTail() {}

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ServerStopping) {
            ctx.writeAndFlush(new CloseReason(CloseReason.GOING_AWAY, "the server is shutting down").frame());
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof IOException) {
            LOG.debug("websocket lost channel={} cause={}", ctx.channel().id(), cause.toString());
            ctx.close();
            return;
        }
        LOG.error("websocket failed channel={}", ctx.channel().id(), cause);
        ctx.writeAndFlush(new CloseReason(CloseReason.INTERNAL_ERROR, "internal error").frame());
    }
}
