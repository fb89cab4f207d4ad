package asyfleet.protocol.task;

import asyfleet.protocol.task.Grammar.Contents;
import asyfleet.protocol.task.Grammar.Header;
import asyfleet.protocol.wire.FrameGatherer;
import asyfleet.protocol.wire.FrameGatherer.Expected;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;

/**
 * Turns frames into messages. Confined to its channel's event loop.
 *
 * <pre>
 * TEXT      a text frame that is a whole message       → TEXT, message out
 * TEXT      a text frame whose contents follow         → CONTENTS
 * CONTENTS  a binary frame                             → TEXT, message out
 * any       anything else, or too much                 → BROKEN, ProtocolException down the pipeline, once
 * BROKEN    any frame                                  → BROKEN, frame dropped
 * </pre>
 *
 * <p>A frame may come in continuations, which change no state until the last. Control frames are passed on.
 */
final class FrameDecoder<M> extends ChannelInboundHandlerAdapter {

    private enum State {
        TEXT,
        CONTENTS,
        BROKEN
    }

    private final Grammar<M> grammar;
    private final Expected text;
    private final FrameGatherer gatherer = new FrameGatherer(ProtocolException::new);
    private State state = State.TEXT;
    private Contents<M> due;

    FrameDecoder(Grammar<M> grammar, TaskLimits limits) {
        this.grammar = grammar;
        this.text = new Expected("a message", limits.frames().maxTextBytes());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
        if (!FrameGatherer.isData(msg)) {
            ctx.fireChannelRead(msg);
            return;
        }
        WebSocketFrame frame = (WebSocketFrame) msg;
        M message;
        try {
            message = decode(frame);
        } catch (ProtocolException e) {
            state = State.BROKEN;
            gatherer.clear();
            ctx.fireExceptionCaught(e);
            return;
        } finally {
            frame.release();
        }
        if (message != null) {
            ctx.fireChannelRead(message);
        }
    }

    private M decode(WebSocketFrame frame) {
        return switch (state) {
            case TEXT -> decodeText(frame);
            case CONTENTS -> decodeContents(frame);
            case BROKEN -> null;
        };
    }

    private M decodeText(WebSocketFrame frame) {
        byte[] bytes = gatherer.add(frame, TextWebSocketFrame.class, text);
        if (bytes == null) {
            return null;
        }
        Header<M> header = grammar.read(gatherer.utf8(bytes));
        due = header.contents();
        state = due == null ? State.TEXT : State.CONTENTS;
        return header.message();
    }

    private M decodeContents(WebSocketFrame frame) {
        byte[] bytes = gatherer.add(frame, BinaryWebSocketFrame.class, due.expected());
        if (bytes == null) {
            return null;
        }
        M message = due.complete().apply(bytes);
        due = null;
        state = State.TEXT;
        return message;
    }
}
