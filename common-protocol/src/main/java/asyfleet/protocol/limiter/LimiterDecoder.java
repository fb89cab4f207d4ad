package asyfleet.protocol.limiter;

import asyfleet.protocol.wire.FrameGatherer;
import asyfleet.protocol.wire.FrameGatherer.Expected;
import asyfleet.protocol.wire.FrameReader;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.function.Function;

/**
 * The decoder of the limiter's frames. A bad parameter is a mistake; a frame out of order, or too much, is a fatal one.
 * Confined to its channel's event loop.
 *
 * <pre>
 * TEXT      the last frame of a text message     → TEXT, message out
 * TEXT      a binary message begins              → SKIPPING until its last frame, then TEXT
 * </pre>
 */
final class LimiterDecoder<M> extends FrameReader<M> {

    private enum State {
        TEXT,
        SKIPPING
    }

    private final Function<LimiterText, M> reader;
    private final LimiterLimits limits;
    private final Expected message;
    private State state = State.TEXT;

    LimiterDecoder(Function<LimiterText, M> reader, LimiterLimits limits) {
        super(LimiterProtocolException::ofConnection);
        this.reader = reader;
        this.limits = limits;
        this.message = new Expected("a message", limits.maxMessageBytes());
    }

    @Override
    protected M decode(WebSocketFrame frame, FrameGatherer messages) {
        return switch (state) {
            case TEXT ->
                frame instanceof BinaryWebSocketFrame && !messages.hasBegun()
                        ? skip(frame)
                        : decodeText(frame, messages);
            case SKIPPING -> skip(frame);
        };
    }

    private M skip(WebSocketFrame frame) {
        state = frame.isFinalFragment() ? State.TEXT : State.SKIPPING;
        return null;
    }

    private M decodeText(WebSocketFrame frame, FrameGatherer messages) {
        byte[] bytes = messages.add(frame, TextWebSocketFrame.class, message);
        return bytes == null ? null : reader.apply(LimiterText.parse(messages.utf8(bytes), limits));
    }
}
