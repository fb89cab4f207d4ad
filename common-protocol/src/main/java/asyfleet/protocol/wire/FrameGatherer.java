package asyfleet.protocol.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Function;

/**
 * The handler that puts WebSocket messages together, each from its first frame and the continuations. Confined to the
 * channel's event loop.
 *
 * <p>Netty's {@code WebSocketFrameAggregator} is not used because its limit is one for all messages and its error says
 * neither which limit nor which message; here the limit may differ from message to message and is checked before a
 * frame is copied. Frames are read, never kept: the caller releases them.
 */
public final class FrameGatherer {

    private final Function<String, ? extends RuntimeException> fault;
    private ByteArrayOutputStream begun;

    /** @param fault makes the error of the protocol at hand from a sentence */
    public FrameGatherer(Function<String, ? extends RuntimeException> fault) {
        this.fault = fault;
    }

    /**
     * Takes the next data frame.
     *
     * @param type what the first frame of the message must be
     * @param expected how an error names the message
     * @return the whole message, or null while continuations are due
     */
    public byte[] add(WebSocketFrame frame, Class<? extends WebSocketFrame> type, Expected expected) {
        checkType(frame, type, expected);
        ByteBuf content = frame.content();
        long bytes = (begun == null ? 0 : begun.size()) + (long) content.readableBytes();
        if (!expected.limit().allows(bytes)) {
            throw fault.apply(expected.limit().excess(bytes, frame.isFinalFragment()));
        }
        return begun == null ? first(frame) : next(frame);
    }

    private void checkType(WebSocketFrame frame, Class<? extends WebSocketFrame> type, Expected expected) {
        Class<? extends WebSocketFrame> due = begun == null ? type : ContinuationWebSocketFrame.class;
        if (!due.isInstance(frame)) {
            throw fault.apply("got " + name(frame.getClass()) + " of "
                    + frame.content().readableBytes() + " bytes; expected " + expected.what() + " in " + name(due));
        }
    }

    private byte[] first(WebSocketFrame frame) {
        byte[] bytes = ByteBufUtil.getBytes(frame.content());
        if (frame.isFinalFragment()) {
            return bytes;
        }
        begun = new ByteArrayOutputStream(bytes.length);
        begun.writeBytes(bytes);
        return null;
    }

    private byte[] next(WebSocketFrame frame) {
        begun.writeBytes(ByteBufUtil.getBytes(frame.content()));
        if (!frame.isFinalFragment()) {
            return null;
        }
        byte[] whole = begun.toByteArray();
        begun = null;
        return whole;
    }

    /** Whether it is a frame to gather; control frames may come between any two of those. */
    public static boolean isData(Object frame) {
        return frame instanceof TextWebSocketFrame
                || frame instanceof BinaryWebSocketFrame
                || frame instanceof ContinuationWebSocketFrame;
    }

    /** Whether continuations are due. */
    public boolean hasBegun() {
        return begun != null;
    }

    /** Forgets a message that has begun. */
    public void clear() {
        begun = null;
    }

    /** The text of a gathered message. */
    public String utf8(byte[] message) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(message))
                    .toString();
        } catch (CharacterCodingException e) {
            throw fault.apply("got " + Excerpt.of(message, message.length) + "; expected text in UTF-8");
        }
    }

    private static String name(Class<? extends WebSocketFrame> type) {
        String frame = type.getSimpleName().replace("WebSocketFrame", "").toLowerCase(Locale.ROOT);
        return "a " + frame + " frame";
    }

    /**
     * The message that is due.
     *
     * @param what its name in errors
     */
    public record Expected(String what, SizeLimit limit) {

        public Expected(String what, int maxBytes) {
            this(what, new SizeLimit(what, 0, maxBytes));
        }
    }
}
