package asyfleet.protocol.limiter;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import asyfleet.protocol.wire.WebSocketEnd;
import io.netty.channel.ChannelHandler;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;

/** One end of a connection that speaks the limiter's protocol, with nothing but the codec in its pipeline. */
final class LimiterEnd {

    private final WebSocketEnd end;

    private LimiterEnd(ChannelHandler codec) {
        this.end = new WebSocketEnd(codec);
    }

    static LimiterEnd server() {
        return server(LimiterLimits.DEFAULT);
    }

    static LimiterEnd server(LimiterLimits limits) {
        return new LimiterEnd(LimiterCodec.server(limits));
    }

    static LimiterEnd client() {
        return new LimiterEnd(LimiterCodec.client(LimiterLimits.DEFAULT));
    }

    LimiterEnd receive(String text) {
        return receive(new TextWebSocketFrame(text));
    }

    LimiterEnd receive(WebSocketFrame frame) {
        end.receive(frame);
        return this;
    }

    Object message() {
        return end.message();
    }

    String send(Object message) {
        TextWebSocketFrame frame =
                assertInstanceOf(TextWebSocketFrame.class, end.send(message).get(0));
        String text = frame.text();
        frame.release();
        return text;
    }
}
