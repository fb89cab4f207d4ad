package asyfleet.protocol.task.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.TaskLimits;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** One end of a connection that speaks the task protocol, with nothing but the codec in its pipeline. */
final class CodecEnd {

    private final EmbeddedChannel channel;

    private CodecEnd(EmbeddedChannel channel) {
        this.channel = channel;
    }

    static CodecEnd server() {
        return server(TaskLimits.DEFAULT);
    }

    static CodecEnd server(TaskLimits limits) {
        return new CodecEnd(new EmbeddedChannel(TaskCodec.server(limits)));
    }

    static CodecEnd client() {
        return client(TaskLimits.DEFAULT);
    }

    static CodecEnd client(TaskLimits limits) {
        return new CodecEnd(new EmbeddedChannel(TaskCodec.client(limits)));
    }

    CodecEnd receiveText(String text) {
        return receive(new TextWebSocketFrame(text));
    }

    CodecEnd receiveBinary(String contents) {
        return receive(new BinaryWebSocketFrame(Unpooled.copiedBuffer(contents, StandardCharsets.UTF_8)));
    }

    /** Receives a frame, and checks that the codec gave its buffer back whatever it made of it. */
    CodecEnd receive(WebSocketFrame given) {
        // Netty's shared empty buffer counts no references, so an empty frame gets a buffer of its own.
        WebSocketFrame frame = given.content().isReadable() ? given : given.replace(Unpooled.buffer(1));
        try {
            channel.writeInbound(frame);
        } finally {
            assertEquals(
                    0, frame.refCnt(), "references left to " + frame.getClass().getSimpleName());
        }
        return this;
    }

    /** The next message that the codec has put together, or null. */
    Object message() {
        return channel.readInbound();
    }

    List<WebSocketFrame> send(Object message) {
        channel.writeOutbound(message);
        List<WebSocketFrame> frames = new ArrayList<>();
        for (WebSocketFrame frame; (frame = channel.readOutbound()) != null; ) {
            frames.add(frame);
        }
        return frames;
    }

    /** The frames of a message as text: {@code add {…}} and, for a binary frame, {@code b"…"}. */
    List<String> sendShown(Object message) {
        return send(message).stream().map(CodecEnd::show).toList();
    }

    private static String show(WebSocketFrame frame) {
        String content = frame.content().toString(StandardCharsets.UTF_8);
        frame.release();
        return frame instanceof BinaryWebSocketFrame ? "b\"" + content + '"' : content;
    }
}
