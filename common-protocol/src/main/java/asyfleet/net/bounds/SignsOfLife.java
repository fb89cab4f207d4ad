package asyfleet.net.bounds;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;

/**
 * The handler that gives back the room of pings and pongs, which become no message: a connection that waits for long gets
 * many. For the end of a connection that asked for it, where frames have no mask.
 */
public final class SignsOfLife extends ChannelInboundHandlerAdapter {

    private static final int HEADER_BYTES = 2;

    private final ReceivedBytes received;

    public SignsOfLife(ReceivedBytes received) {
        this.received = received;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof PingWebSocketFrame || message instanceof PongWebSocketFrame) {
            received.spare(HEADER_BYTES + ((WebSocketFrame) message).content().readableBytes());
        }
        ctx.fireChannelRead(message);
    }
}
