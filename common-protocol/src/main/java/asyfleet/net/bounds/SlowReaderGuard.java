package asyfleet.net.bounds;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handler that ends a connection whose other side does not read: when too many bytes wait for it, or when what waits
 * has not moved for the time of the idle handler before this one (twice that at the latest). One message counts as half of
 * the bound at most, so that the largest picture fits, and what is said after it. Confined to the connection's event loop.
 */
public final class SlowReaderGuard extends ChannelDuplexHandler {

    private static final Logger LOG = LoggerFactory.getLogger(SlowReaderGuard.class);

    private final int maxPendingBytes;
    private long pendingBytes;
    private int pendingWrites;

    public SlowReaderGuard(int maxPendingBytes) {
        this.maxPendingBytes = maxPendingBytes;
    }

    /** Adds a guard, and below it what writes in pieces. */
    public static void install(ChannelPipeline pipeline, int maxPendingBytes) {
        pipeline.addLast("pieces", new PieceWriter());
        pipeline.addLast("slow-reader", new SlowReaderGuard(maxPendingBytes));
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (pendingBytes >= maxPendingBytes) {
            ReferenceCountUtil.release(message);
            promise.tryFailure(new IOException("more than " + maxPendingBytes + " bytes wait for a slow reader"));
            giveUp(ctx.channel(), "full");
            return;
        }
        int bytes = message instanceof ByteBuf data ? Math.min(data.readableBytes(), maxPendingBytes / 2) : 0;
        pendingWrites++;
        pendingBytes += bytes;
        ctx.write(message, promise.unvoid().addListener(done -> {
            pendingWrites--;
            pendingBytes -= bytes;
        }));
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof IdleStateEvent idle && idle.state() == IdleState.WRITER_IDLE) {
            // The first event after a write says nothing: what waits may have come a moment ago. From the second on
            // there is one only if nothing has moved since the one before.
            if (pendingWrites > 0 && !idle.isFirst()) {
                giveUp(ctx.channel(), "stalled");
            }
            return;
        }
        ctx.fireUserEventTriggered(event);
    }

    /** Closes the connection of a slow reader; any thread. */
    public static void giveUp(Channel channel, String why) {
        LOG.info("slow reader closed channel={} why={}", channel.id(), why);
        channel.close();
    }
}
