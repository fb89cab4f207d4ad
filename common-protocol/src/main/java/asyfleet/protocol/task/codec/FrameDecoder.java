package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.Grammar.Contents;
import asyfleet.protocol.task.codec.Grammar.Header;
import asyfleet.protocol.wire.FrameGatherer;
import asyfleet.protocol.wire.FrameGatherer.Expected;
import asyfleet.protocol.wire.FrameReader;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;

/**
 * The decoder of the task protocol's frames. Anything out of turn, and too much of anything, is fatal. Confined to its
 * channel's event loop.
 *
 * <pre>
 * TEXT      a text frame that is a whole message       → TEXT, message out
 * TEXT      a text frame whose contents follow         → CONTENTS
 * CONTENTS  a binary frame                             → TEXT, message out
 * </pre>
 */
final class FrameDecoder<M> extends FrameReader<M> {

    private enum State {
        TEXT,
        CONTENTS
    }

    private final Grammar<M> grammar;
    private final Expected text;
    private State state = State.TEXT;
    private Contents<M> due;

    FrameDecoder(Grammar<M> grammar, TaskLimits limits) {
        super(ProtocolException::new);
        this.grammar = grammar;
        this.text = new Expected("a message", limits.frames().maxTextBytes());
    }

    @Override
    protected M decode(WebSocketFrame frame, FrameGatherer messages) {
        return switch (state) {
            case TEXT -> decodeText(frame, messages);
            case CONTENTS -> decodeContents(frame, messages);
        };
    }

    private M decodeText(WebSocketFrame frame, FrameGatherer messages) {
        byte[] bytes = messages.add(frame, TextWebSocketFrame.class, text);
        if (bytes == null) {
            return null;
        }
        Header<M> header = grammar.read(messages.utf8(bytes));
        due = header.contents();
        state = due == null ? State.TEXT : State.CONTENTS;
        return header.message();
    }

    private M decodeContents(WebSocketFrame frame, FrameGatherer messages) {
        byte[] bytes = messages.add(frame, BinaryWebSocketFrame.class, due.expected());
        if (bytes == null) {
            return null;
        }
        M message = due.complete().apply(bytes);
        due = null;
        state = State.TEXT;
        return message;
    }
}
