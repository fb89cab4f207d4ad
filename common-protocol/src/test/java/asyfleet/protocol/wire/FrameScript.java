package asyfleet.protocol.wire;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.ContinuationWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Frames written as bytes, for fuzzing: a zero byte ends each. The first character says which it is: {@code t} text,
 * {@code b} binary, {@code c} continuation; a capital letter if more fragments follow.
 */
public final class FrameScript {

    private final List<Frame> frames;

    private record Frame(char kind, boolean last, byte[] bytes) {

        /** The same contents in fragments of one byte. */
        Stream<Frame> split() {
            List<Frame> pieces = new ArrayList<>();
            for (int i = 0; i < bytes.length; i++) {
                boolean end = last && i == bytes.length - 1;
                pieces.add(new Frame(i == 0 ? kind : 'c', end, Arrays.copyOfRange(bytes, i, i + 1)));
            }
            return pieces.isEmpty() ? Stream.of(this) : pieces.stream();
        }

        WebSocketFrame toNetty() {
            var content = Unpooled.copiedBuffer(bytes);
            return switch (kind) {
                case 't' -> new TextWebSocketFrame(last, 0, content);
                case 'b' -> new BinaryWebSocketFrame(last, 0, content);
                default -> new ContinuationWebSocketFrame(last, 0, content);
            };
        }
    }

    private FrameScript(List<Frame> frames) {
        this.frames = frames;
    }

    public static FrameScript of(byte[] script) {
        return new FrameScript(Arrays.stream(new String(script, StandardCharsets.ISO_8859_1).split("\0"))
                .filter(frame -> !frame.isEmpty())
                .map(FrameScript::frame)
                .toList());
    }

    private static Frame frame(String text) {
        char kind = Character.toLowerCase(text.charAt(0));
        return new Frame(kind, kind == text.charAt(0), text.substring(1).getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The same frames, each in fragments of one byte. */
    public FrameScript split() {
        return new FrameScript(frames.stream().flatMap(Frame::split).toList());
    }

    /**
     * The messages that a codec makes of the frames. In the place of a mistake stands its class; anything else that the
     * codec throws is thrown here.
     */
    public List<Object> readBy(ChannelHandler codec) {
        WebSocketEnd end = new WebSocketEnd(codec);
        List<Object> read = new ArrayList<>();
        for (Frame frame : frames) {
            try {
                end.receive(frame.toNetty());
            } catch (PeerMistake mistake) {
                read.add(mistake.getClass());
            }
            for (Object message; (message = end.message()) != null; ) {
                read.add(message);
            }
        }
        return read;
    }

    /** The message that one codec makes of what the other wrote. */
    public static Object carried(Object message, ChannelHandler writer, ChannelHandler reader) {
        WebSocketEnd end = new WebSocketEnd(reader);
        new WebSocketEnd(writer).send(message).forEach(end::receive);
        return end.message();
    }
}
