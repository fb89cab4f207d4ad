package asyfleet.protocol.link;

import asyfleet.protocol.wire.FrameGatherer;
import asyfleet.protocol.wire.FrameReader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The codec of the link, for both ends: a {@link LinkFrame} is one binary WebSocket frame of a byte for its kind, four for
 * the number of its task, and its bytes. One handler per channel.
 */
public final class LinkCodec {

    private LinkCodec() {}

    public static ChannelHandler create() {
        return new CombinedChannelDuplexHandler<>(new Decoder(), new Encoder());
    }

    /** Confined to its channel's event loop. */
    private static final class Decoder extends FrameReader<LinkFrame> {

        private static final FrameGatherer.Expected FRAME =
                new FrameGatherer.Expected("a frame of the link", LinkFrame.MAX_BYTES);

        Decoder() {
            super(LinkProtocolException::new);
        }

        @Override
        protected LinkFrame decode(WebSocketFrame frame, FrameGatherer messages) {
            byte[] bytes = messages.add(frame, BinaryWebSocketFrame.class, FRAME);
            if (bytes == null) {
                return null;
            }
            if (bytes.length < LinkFrame.HEADER_BYTES) {
                throw new LinkProtocolException(
                        "a frame of " + bytes.length + " bytes; expected at least " + LinkFrame.HEADER_BYTES);
            }
            ByteBuffer header = ByteBuffer.wrap(bytes);
            int kind = Byte.toUnsignedInt(header.get());
            if (kind >= LinkFrame.KINDS.length) {
                throw new LinkProtocolException(
                        "a frame of kind " + kind + "; expected 0 to " + (LinkFrame.KINDS.length - 1));
            }
            byte[] rest = Arrays.copyOfRange(bytes, LinkFrame.HEADER_BYTES, bytes.length);
            return new LinkFrame(LinkFrame.KINDS[kind], header.getInt(), rest);
        }
    }

    /** Passes on all that is no {@link LinkFrame}. */
    private static final class Encoder extends ChannelOutboundHandlerAdapter {

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
            if (!(message instanceof LinkFrame frame)) {
                ctx.write(message, promise);
                return;
            }
            ByteBuf content = ctx.alloc().buffer(frame.cost());
            content.writeByte(frame.kind().ordinal());
            content.writeInt(frame.task());
            content.writeBytes(frame.bytes());
            ctx.write(new BinaryWebSocketFrame(content), promise);
        }
    }
}
