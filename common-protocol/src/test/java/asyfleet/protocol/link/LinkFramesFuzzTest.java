package asyfleet.protocol.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.fuzz.FuzzTest;
import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.MessageReader;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.BinaryWebSocketFrame;
import java.util.List;

/** A frame of a link is read and written as the same bytes, or refused; so is the message that it is a piece of. */
class LinkFramesFuzzTest extends FuzzTest {

    private static final int SHORTEST = 5;

    @Override
    protected void check(byte[] input) {
        EmbeddedChannel channel = new EmbeddedChannel(LinkCodec.create());
        BinaryWebSocketFrame frame = new BinaryWebSocketFrame(Unpooled.wrappedBuffer(input));
        if (input.length < SHORTEST || (input[0] & 0xff) >= LinkFrame.Kind.values().length) {
            assertThrows(LinkProtocolException.class, () -> channel.writeInbound(frame));
            return;
        }
        channel.writeInbound(frame);
        LinkFrame read = channel.readInbound();
        channel.writeOutbound(read);
        BinaryWebSocketFrame written = channel.readOutbound();
        assertArrayEquals(input, ByteBufUtil.getBytes(written.content()));
        written.release();
        readMessage(read);
    }

    private static void readMessage(LinkFrame frame) {
        switch (frame.kind()) {
            case TEXT, PART, LAST -> {
                try {
                    frame.read(MessageReader.client(TaskLimits.DEFAULT));
                } catch (ProtocolException e) {
                    // The only thing that reading may throw.
                }
            }
            case CREDIT -> {
                try {
                    frame.credit();
                } catch (LinkProtocolException e) {
                    // The same.
                }
            }
            case OPEN, OPENED, CLOSE -> frame.text();
        }
    }

    @Override
    protected List<String> seeds() {
        return List.of(
                "",
                "\0\0\0\0\1AAAAAAAAAAAAAAAAAAAAAA",
                "\1\0\0\0\1",
                "\2\0\0\0\1result {\"format\":\"svg\"}",
                "\2\0\0\0\1complete {\"success\":true,\"time\":1}",
                "\4\0\0\0\1<svg/>",
                "\5\0\0\0\1\0\2\0\0",
                "\6\377\377\377\377the task runs elsewhere",
                "\7\0\0\0\1");
    }
}
