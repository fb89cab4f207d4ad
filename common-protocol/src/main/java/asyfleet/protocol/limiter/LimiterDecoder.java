package asyfleet.protocol.limiter;

import asyfleet.protocol.wire.FrameGatherer;
import asyfleet.protocol.wire.FrameGatherer.Expected;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.function.Function;

/**
 * Turns frames into messages. Confined to its channel's event loop.
 *
 * <pre>
 * TEXT      the last frame of a text message     → TEXT, message out; if a parameter is bad, its error instead
 * TEXT      a binary message begins              → SKIPPING until its last frame, then TEXT
 * any       a frame out of order, or too much    → BROKEN, fatal error down the pipeline, once
 * BROKEN    any frame                            → BROKEN, frame dropped
 * </pre>
 */
final class LimiterDecoder<M> extends ChannelInboundHandlerAdapter {

    private enum State {
        TEXT,
        SKIPPING,
        BROKEN
    }

    private final Function<LimiterText, M> reader;
    private final LimiterLimits limits;
    private final Expected message;
    private final FrameGatherer gatherer = new FrameGatherer(LimiterProtocolException::ofConnection);
    private State state = State.TEXT;

    LimiterDecoder(Function<LimiterText, M> reader, LimiterLimits limits) {
        this.reader = reader;
        this.limits = limits;
        this.message = new Expected("a message", limits.maxMessageBytes());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (!FrameGatherer.isData(msg)) {
            ctx.fireChannelRead(msg);
            return;
        }
        WebSocketFrame frame = (WebSocketFrame) msg;
        M decoded;
        try {
            decoded = decode(frame);
        } catch (LimiterProtocolException e) {
            if (e.isFatal()) {
                state = State.BROKEN;
                gatherer.clear();
            }
            ctx.fireExceptionCaught(e);
            return;
        } finally {
            frame.release();
        }
        if (decoded != null) {
            ctx.fireChannelRead(decoded);
        }
    }

    private M decode(WebSocketFrame frame) {
        return switch (state) {
            case TEXT ->
                frame instanceof BinaryWebSocketFrame && !gatherer.hasBegun() ? skip(frame) : decodeText(frame);
            case SKIPPING -> skip(frame);
            case BROKEN -> null;
        };
    }

    private M skip(WebSocketFrame frame) {
        state = frame.isFinalFragment() ? State.TEXT : State.SKIPPING;
        return null;
    }

    private M decodeText(WebSocketFrame frame) {
        byte[] bytes = gatherer.add(frame, TextWebSocketFrame.class, message);
        return bytes == null ? null : reader.apply(LimiterText.parse(gatherer.utf8(bytes), limits));
    }
}
