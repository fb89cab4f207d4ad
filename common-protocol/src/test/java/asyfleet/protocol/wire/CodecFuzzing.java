package asyfleet.protocol.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.fuzz.FuzzTest;
import io.netty.channel.ChannelHandler;
import java.util.List;

/**
 * Any frames give messages or a {@link PeerMistake}, the same ones if the frames come in fragments of one byte; and a
 * message that was read can be written, and is then read as the same.
 */
public abstract class CodecFuzzing extends FuzzTest {

    /** The codec that is tried, new. */
    protected abstract ChannelHandler reader();

    /** The codec at the other end, new. */
    protected abstract ChannelHandler writer();

    @Override
    protected final void check(byte[] input) {
        FrameScript script = FrameScript.of(input);
        List<Object> read = script.readBy(reader());
        assertEquals(read, script.split().readBy(reader()));
        for (Object message : read) {
            if (!(message instanceof Class<?>)) {
                assertEquals(message, FrameScript.carried(message, writer(), reader()));
            }
        }
    }
}
