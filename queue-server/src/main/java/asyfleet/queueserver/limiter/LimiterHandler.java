package asyfleet.queueserver.limiter;

import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.limiter.LimiterProtocolException;
import asyfleet.protocol.limiter.LimiterReply;
import asyfleet.protocol.limiter.LimiterRequest;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Joins a WebSocket channel and a {@link LimiterSession}; sends and expects heartbeats. Belongs to the event loop. */
final class LimiterHandler extends SimpleChannelInboundHandler<LimiterRequest> {

    private final SharedLimiter limiter;
    private final Supplier<String> names;
    private final HeartbeatTimes times;
    private LimiterSession session;
    private Future<?> heartbeats;
    private long lastMessageNanos;

    LimiterHandler(SharedLimiter limiter, Supplier<String> names, HeartbeatTimes times) {
        this.limiter = limiter;
        this.names = names;
        this.times = times;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        session = new LimiterSession(limiter, ctx.executor(), names, ctx::writeAndFlush);
        lastMessageNanos = System.nanoTime();
        long period = times.period().toMillis();
        heartbeats = ctx.executor().scheduleAtFixedRate(() -> beat(ctx), period, period, TimeUnit.MILLISECONDS);
    }

    private void beat(ChannelHandlerContext ctx) {
        long silentMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - lastMessageNanos);
        if (silentMillis >= times.silence().toMillis()) {
            String reason = "no message for " + silentMillis + " ms; expected a HEARTBEAT every " + times.period();
            ctx.writeAndFlush(new CloseReason(CloseReason.POLICY_VIOLATION, reason).frame());
        } else {
            ctx.writeAndFlush(new LimiterReply.Heartbeat());
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, LimiterRequest message) {
        lastMessageNanos = System.nanoTime();
        session.receive(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        heartbeats.cancel(false);
        session.connectionClosed();
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Throwable reason = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        if (!(reason instanceof LimiterProtocolException mistake)) {
            ctx.fireExceptionCaught(cause);
            return;
        }
        lastMessageNanos = System.nanoTime();
        ctx.writeAndFlush(mistake.reply());
        if (mistake.isFatal()) {
            ctx.writeAndFlush(new CloseReason(CloseReason.PROTOCOL_ERROR, mistake.getMessage()).frame());
        }
    }
}
