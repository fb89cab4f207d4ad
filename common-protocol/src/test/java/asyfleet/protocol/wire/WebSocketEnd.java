package asyfleet.protocol.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.util.ArrayList;
import java.util.List;

/** One end of a connection, with nothing but a codec between frames and messages in its pipeline. */
public final class WebSocketEnd {

    private final EmbeddedChannel channel;

    public WebSocketEnd(ChannelHandler codec) {
        this.channel = new EmbeddedChannel(codec);
    }

    /** Receives a frame, and checks that the codec gave its buffer back whatever it made of it. */
    public void receive(WebSocketFrame given) {
        // Netty's shared empty buffer counts no references, so an empty frame gets a buffer of its own.
        WebSocketFrame frame = given.content().isReadable() ? given : given.replace(Unpooled.buffer(1));
        try {
            channel.writeInbound(frame);
        } finally {
            assertEquals(
                    0, frame.refCnt(), "references left to " + frame.getClass().getSimpleName());
        }
    }

    /** The next message that the codec has put together, or null. */
    public Object message() {
        return channel.readInbound();
    }

    /** Returns the frames that the codec made of the message; the caller releases them. */
    public List<WebSocketFrame> send(Object message) {
        channel.writeOutbound(message);
        List<WebSocketFrame> frames = new ArrayList<>();
        for (WebSocketFrame frame; (frame = channel.readOutbound()) != null; ) {
            frames.add(frame);
        }
        return frames;
    }
}
