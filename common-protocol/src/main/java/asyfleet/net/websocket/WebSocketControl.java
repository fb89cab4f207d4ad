package asyfleet.net.websocket;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.CorruptedWebSocketFrameException;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The control frames of one WebSocket, at either end: answers pings, notices a peer that has silently gone, and closes
 * in order. Data frames pass through. Confined to the connection's event loop.
 *
 * <pre>
 * OPEN    -- close frame written by us           --> CLOSING   (at most CLOSE_PATIENCE)
 * OPEN    -- close frame from the peer: echoed   --> closed    (CloseReason event goes up first)
 * OPEN    -- frame that breaks RFC 6455          --> CLOSING   (with 1002, 1007 or 1009)
 * OPEN    -- as many pings as may stay unanswered, and a period more  --> closed  (nobody is there to read a close frame)
 * CLOSING -- close frame from the peer, or time  --> closed
 * </pre>
 */
final class WebSocketControl extends ChannelDuplexHandler {

    private static final long CLOSE_PATIENCE_MILLIS = 2000;

    private final int maxFrameBytes;
    private final int mostPings;
    private boolean closing;
    private int pinged;

    /** Null unless a close frame was written by us. */
    private Future<?> patience;

    /**
     * @param maxFrameBytes what the decoder before it allows, for those who send more
     * @param mostPings how many may stay unanswered
     */
    WebSocketControl(int maxFrameBytes, int mostPings) {
        this.maxFrameBytes = maxFrameBytes;
        this.mostPings = mostPings;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        pinged = 0;
        if (message instanceof PingWebSocketFrame ping) {
            answer(ctx, ping);
        } else if (message instanceof CloseWebSocketFrame close) {
            closeReceived(ctx, close);
        } else if (closing || message instanceof PongWebSocketFrame) {
            ReferenceCountUtil.release(message);
        } else {
            ctx.fireChannelRead(message);
        }
    }

    private void answer(ChannelHandlerContext ctx, PingWebSocketFrame ping) {
        // RFC 6455 allows to leave out answers, so a flood of pings cannot fill the memory of a peer that does not
        // read.
        if (closing || !ctx.channel().isWritable()) {
            ping.release();
            return;
        }
        ctx.writeAndFlush(new PongWebSocketFrame(ping.content()));
    }

    private void closeReceived(ChannelHandlerContext ctx, CloseWebSocketFrame close) {
        try {
            ctx.fireUserEventTriggered(CloseReason.of(close));
            if (closing) {
                ctx.close();
                return;
            }
            closing = true;
            ctx.writeAndFlush(close.retainedDuplicate()).addListener(ChannelFutureListener.CLOSE);
        } finally {
            close.release();
        }
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (closing) {
            ReferenceCountUtil.release(message);
            promise.tryFailure(new ClosedChannelException());
            return;
        }
        if (message instanceof CloseWebSocketFrame) {
            closing = true;
            patience = ctx.executor().schedule(() -> ctx.close(), CLOSE_PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        }
        ctx.write(message, promise);
    }

    /** The connection is closed. A timer that is left would hold all of its pipeline. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (patience != null) {
            patience.cancel(false);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof IdleStateEvent idle && idle.state() == IdleState.READER_IDLE) {
            silence(ctx);
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    private void silence(ChannelHandlerContext ctx) {
        if (pinged == mostPings) {
            ctx.close();
            return;
        }
        pinged++;
        ctx.writeAndFlush(new PingWebSocketFrame());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof CorruptedWebSocketFrameException broken) {
            write(ctx, reason(broken).frame(), ctx.newPromise());
            ctx.flush();
        } else {
            ctx.fireExceptionCaught(cause);
        }
    }

    private CloseReason reason(CorruptedWebSocketFrameException broken) {
        int code = broken.closeStatus().code();
        return code == CloseReason.TOO_BIG
                ? new CloseReason(code, "a frame is too long; expected at most " + maxFrameBytes + " bytes")
                : new CloseReason(code, String.valueOf(broken.getMessage()));
    }
}
