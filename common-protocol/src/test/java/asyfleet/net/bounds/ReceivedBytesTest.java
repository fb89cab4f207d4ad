package asyfleet.net.bounds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import org.junit.jupiter.api.Test;

class ReceivedBytesTest {

    private final WaitingBytes bytes = WaitingBytes.of(100, new PrometheusRegistry());
    private final ReceivedBytes received = new ReceivedBytes(bytes.gatherer());
    private final EmbeddedChannel channel = new EmbeddedChannel(received);

    private static ByteBuf bytes(int count) {
        return Unpooled.buffer(count).writeZero(count);
    }

    @Test
    void whatComesIsCountedBeforeItIsAMessage() {
        channel.writeInbound(bytes(10), bytes(20));

        assertEquals(30, bytes.waiting());
        assertEquals(30, received.claim());
        assertEquals(0, received.claim());
        channel.releaseInbound();
    }

    @Test
    void whatHasNoRoomIsReleasedAndSoIsAllThatFollows() {
        ByteBuf tooMuch = bytes(101);
        assertThrows(NoRoomException.class, () -> channel.writeInbound(tooMuch));
        ByteBuf rest = bytes(1);
        channel.writeInbound(rest);

        assertEquals(0, tooMuch.refCnt() + rest.refCnt());
        assertNull(channel.readInbound());
        assertEquals(0, bytes.waiting());
    }
}
