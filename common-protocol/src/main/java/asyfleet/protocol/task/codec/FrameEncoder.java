package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.codec.Grammar.Encoded;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;

/** The handler that turns messages of one type into frames; everything else is passed on. */
final class FrameEncoder<M> extends ChannelOutboundHandlerAdapter {

    private final Class<M> type;
    private final Grammar<M> grammar;

    FrameEncoder(Class<M> type, Grammar<M> grammar) {
        this.type = type;
        this.grammar = grammar;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object msg, ChannelPromise promise) {
        if (!type.isInstance(msg)) {
            ctx.write(msg, promise);
            return;
        }
        Encoded encoded = grammar.write(type.cast(msg));
        TextWebSocketFrame text = new TextWebSocketFrame(encoded.text());
        if (encoded.contents() == null) {
            ctx.write(text, promise);
            return;
        }
        // The promise goes with the last frame: if the first cannot be written, neither can the second.
        ctx.write(text);
        ctx.write(new BinaryWebSocketFrame(Unpooled.wrappedBuffer(encoded.contents())), promise);
    }
}
