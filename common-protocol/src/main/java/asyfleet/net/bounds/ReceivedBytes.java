package asyfleet.net.bounds;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/**
 * The handler that takes room for what a connection receives, as it comes off the wire: what a decoder gathers before its
 * message is complete is memory, too. Without room the connection receives {@link NoRoomException} and nothing more. The
 * handler of the messages gives the room back. Confined to the connection's event loop.
 */
public final class ReceivedBytes extends ChannelInboundHandlerAdapter {

    private final WaitingBytes.Holder holder;
    private long unclaimed;
    private boolean full;

    public ReceivedBytes(WaitingBytes.Holder holder) {
        this.holder = holder;
    }

    /** How many bytes came since the last call. */
    public long claim() {
        long claimed = unclaimed;
        unclaimed = 0;
        return claimed;
    }

    /** Gives back what came and is gone again: a frame that no message comes of. */
    public void spare(int bytes) {
        unclaimed -= bytes;
        holder.giveBack(bytes);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        int bytes = message instanceof ByteBuf data ? data.readableBytes() : 0;
        if (!full && holder.take(bytes)) {
            unclaimed += bytes;
            ctx.fireChannelRead(message);
            return;
        }
        ReferenceCountUtil.release(message);
        if (!full) {
            full = true;
            ctx.fireExceptionCaught(new NoRoomException());
        }
    }
}
