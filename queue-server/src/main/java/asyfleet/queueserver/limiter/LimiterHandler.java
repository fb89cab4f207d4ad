package asyfleet.queueserver.limiter;

import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.limiter.LimiterProtocolException;
import asyfleet.protocol.limiter.LimiterReply;
import asyfleet.protocol.limiter.LimiterRequest;
import asyfleet.redis.limiter.SharedLimiter;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * The handler between a WebSocket channel and its {@link LimiterSession}; sends heartbeats, and closes when the client
 * is silent. Every message is as good as a heartbeat, a wrong one too; a ping is not, because a library may answer it
 * for a program that hangs. Belongs to the event loop.
 */
final class LimiterHandler extends SimpleChannelInboundHandler<LimiterRequest> {

    private final SharedLimiter limiter;
    private final UnaryOperator<String> names;
    private final HeartbeatTimes times;
    private LimiterSession session;
    private Future<?> heartbeats;
    private Future<?> silence;
    private long lastMessageNanos;

    LimiterHandler(SharedLimiter limiter, UnaryOperator<String> names, HeartbeatTimes times) {
        this.limiter = limiter;
        this.names = names;
        this.times = times;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        long connectedNanos = now(ctx);
        session = new LimiterSession(
                limiter, ctx.executor(), names, () -> Duration.ofNanos(now(ctx) - connectedNanos), ctx::writeAndFlush);
        lastMessageNanos = connectedNanos;
        long period = times.period().toMillis();
        heartbeats = ctx.executor()
                .scheduleAtFixedRate(
                        () -> ctx.writeAndFlush(new LimiterReply.Heartbeat()), period, period, TimeUnit.MILLISECONDS);
        awaitSilence(ctx, times.silence().toNanos());
    }

    private void awaitSilence(ChannelHandlerContext ctx, long nanos) {
        silence = ctx.executor().schedule(() -> checkSilence(ctx), nanos, TimeUnit.NANOSECONDS);
    }

    /** Messages only note their time: moving the timer with each would cost more than the message. */
    private void checkSilence(ChannelHandlerContext ctx) {
        long left = lastMessageNanos + times.silence().toNanos() - now(ctx);
        if (left > 0) {
            awaitSilence(ctx, left);
        } else {
            String reason = "no message for " + times.silence().toSeconds() + " s; expected a HEARTBEAT every "
                    + times.period().toSeconds() + " s";
            ctx.writeAndFlush(new CloseReason(CloseReason.POLICY_VIOLATION, reason).frame());
        }
    }

    private static long now(ChannelHandlerContext ctx) {
        return ctx.executor().ticker().nanoTime();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, LimiterRequest message) {
        lastMessageNanos = now(ctx);
        session.receive(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        heartbeats.cancel(false);
        silence.cancel(false);
        session.connectionClosed();
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof LimiterProtocolException mistake)) {
            ctx.fireExceptionCaught(cause);
            return;
        }
        lastMessageNanos = now(ctx);
        ctx.writeAndFlush(mistake.reply());
        if (mistake.isFatal()) {
            ctx.writeAndFlush(new CloseReason(CloseReason.PROTOCOL_ERROR, mistake.getMessage()).frame());
        }
    }
}
