package asyfleet.protocol.wire;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.function.Function;

/**
 * The part of reading frames that all protocols over WebSockets share. Confined to its channel's event loop.
 *
 * <pre>
 * READING  a frame that completes a message → READING, message up the pipeline
 *          a mistake                        → READING, the mistake up the pipeline as an exception
 *          a fatal mistake                  → BROKEN, the same, once
 * BROKEN   any frame                        → BROKEN, frame dropped
 * </pre>
 *
 * <p>A frame may come in continuations. Control frames are passed on.
 */
public abstract class FrameReader<M> extends ChannelInboundHandlerAdapter {

    private final FrameGatherer gatherer;
    private boolean broken;

    /** @param fault makes the error of the protocol at hand from a sentence */
    protected FrameReader(Function<String, ? extends PeerMistake> fault) {
        this.gatherer = new FrameGatherer(fault);
    }

    /** The message that the frame completes; null if none. What is wrong with it is thrown as {@link PeerMistake}. */
    protected abstract M decode(WebSocketFrame frame, FrameGatherer messages);

    @Override
    public final void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (!FrameGatherer.isData(msg)) {
            ctx.fireChannelRead(msg);
            return;
        }
        WebSocketFrame frame = (WebSocketFrame) msg;
        M message;
        try {
            message = broken ? null : decode(frame, gatherer);
        } catch (PeerMistake mistake) {
            if (mistake.isFatal()) {
                broken = true;
                gatherer.clear();
            }
            ctx.fireExceptionCaught(mistake);
            return;
        } finally {
            frame.release();
        }
        if (message != null) {
            ctx.fireChannelRead(message);
        }
    }
}
