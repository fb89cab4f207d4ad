package asyfleet.protocol.limiter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;

/** One end of a connection that speaks the limiter's protocol, with nothing but the codec in its pipeline. */
final class LimiterEnd {

    private final EmbeddedChannel channel;

    private LimiterEnd(EmbeddedChannel channel) {
        this.channel = channel;
    }

    static LimiterEnd server() {
        return server(LimiterLimits.DEFAULT);
    }

    static LimiterEnd server(LimiterLimits limits) {
        return new LimiterEnd(new EmbeddedChannel(LimiterCodec.server(limits)));
    }

    static LimiterEnd client() {
        return new LimiterEnd(new EmbeddedChannel(LimiterCodec.client(LimiterLimits.DEFAULT)));
    }

    LimiterEnd receive(String text) {
        return receive(new TextWebSocketFrame(text));
    }

    /** Receives a frame, and checks that the codec gave its buffer back whatever it made of it. */
    LimiterEnd receive(WebSocketFrame given) {
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

    String send(Object message) {
        channel.writeOutbound(message);
        TextWebSocketFrame frame = channel.readOutbound();
        String text = frame.text();
        frame.release();
        return text;
    }
}
