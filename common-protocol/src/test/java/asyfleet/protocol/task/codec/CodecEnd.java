package asyfleet.protocol.task.codec;

import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.wire.WebSocketEnd;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One end of a connection that speaks the task protocol, with nothing but the codec in its pipeline. */
final class CodecEnd {

    private final WebSocketEnd end;

    private CodecEnd(ChannelHandler codec) {
        this.end = new WebSocketEnd(codec);
    }

    static CodecEnd server() {
        return server(TaskLimits.DEFAULT);
    }

    static CodecEnd server(TaskLimits limits) {
        return new CodecEnd(TaskCodec.server(limits));
    }

    static CodecEnd client() {
        return client(TaskLimits.DEFAULT);
    }

    static CodecEnd client(TaskLimits limits) {
        return new CodecEnd(TaskCodec.client(limits));
    }

    CodecEnd receiveText(String text) {
        return receive(new TextWebSocketFrame(text));
    }

    CodecEnd receiveBinary(String contents) {
        return receive(new BinaryWebSocketFrame(Unpooled.copiedBuffer(contents, StandardCharsets.UTF_8)));
    }

    CodecEnd receive(WebSocketFrame frame) {
        end.receive(frame);
        return this;
    }

    Object message() {
        return end.message();
    }

    List<WebSocketFrame> send(Object message) {
        return end.send(message);
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
