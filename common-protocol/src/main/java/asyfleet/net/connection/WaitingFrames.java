package asyfleet.net.connection;

import asyfleet.net.bounds.NoRoomException;
import asyfleet.net.bounds.SlowReaderGuard;
import asyfleet.net.bounds.WaitingBytes;
import asyfleet.net.websocket.CloseReason;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;

/**
 * The handler that takes room for the frames that a WebSocket sends. A frame for which there is no room closes the
 * WebSocket with 1013. Confined to the connection's event loop.
 */
final class WaitingFrames extends ChannelOutboundHandlerAdapter {

    private final WaitingBytes.Holder waiting;

    private WaitingFrames(WaitingBytes.Holder waiting) {
        this.waiting = waiting;
    }

    static WaitingFrames of(Channel channel, WaitingBytes waiting) {
        return new WaitingFrames(waiting.reader(() -> SlowReaderGuard.giveUp(channel, "no room")));
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (!(message instanceof WebSocketFrame frame) || frame instanceof CloseWebSocketFrame) {
            ctx.write(message, promise);
            return;
        }
        int bytes = frame.content().readableBytes();
        if (waiting.take(bytes)) {
            ctx.write(frame, promise.unvoid().addListener(done -> waiting.giveBack(bytes)));
        } else {
            frame.release();
            promise.tryFailure(new NoRoomException());
            ctx.writeAndFlush(new CloseReason(CloseReason.TRY_AGAIN_LATER, NoRoomException.MESSAGE).frame());
        }
    }
}
