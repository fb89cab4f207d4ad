package asyfleet.protocol.limiter;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.CombinedChannelDuplexHandler;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.util.function.Function;

/**
 * The request limiter's protocol as a handler behind Netty's WebSocket handlers: messages on our side of it, frames on
 * the other. What breaks the protocol comes as {@link LimiterProtocolException} through {@code exceptionCaught}; unless
 * it is fatal, decoding goes on with the next message. One handler per channel.
 */
public final class LimiterCodec {

    private LimiterCodec() {}

    /** The server's end: reads {@link LimiterRequest}, writes {@link LimiterReply}. */
    public static ChannelHandler server(LimiterLimits limits) {
        return new CombinedChannelDuplexHandler<>(
                new LimiterDecoder<>(LimiterGrammar::readRequest, limits),
                new Encoder<>(LimiterReply.class, LimiterGrammar::write));
    }

    /** The client's end: the reverse. */
    public static ChannelHandler client(LimiterLimits limits) {
        return new CombinedChannelDuplexHandler<>(
                new LimiterDecoder<>(LimiterGrammar::readReply, limits),
                new Encoder<>(LimiterRequest.class, LimiterGrammar::write));
    }

    private static final class Encoder<M> extends ChannelOutboundHandlerAdapter {

        private final Class<M> type;
        private final Function<M, String> writer;

        Encoder(Class<M> type, Function<M, String> writer) {
            this.type = type;
            this.writer = writer;
        }

        @Override
        public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
            boolean ours = type.isInstance(msg);
            ctx.write(ours ? new TextWebSocketFrame(writer.apply(type.cast(msg))) : msg, promise);
        }
    }
}
