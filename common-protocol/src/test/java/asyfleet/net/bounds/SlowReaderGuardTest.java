package asyfleet.net.bounds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.timeout.IdleStateEvent;
import org.junit.jupiter.api.Test;

class SlowReaderGuardTest {

    private static final int MAX_PENDING = 1 << 20;

    private final EmbeddedChannel channel = new EmbeddedChannel(new SlowReaderGuard(MAX_PENDING));

    private ChannelFuture writeWithoutFlush(ByteBuf bytes) {
        return channel.write(bytes);
    }

    private void idle(IdleStateEvent event) {
        channel.pipeline().fireUserEventTriggered(event);
    }

    @Test
    void whatHasNotMovedBetweenTwoIdleEventsEndsTheConnection() {
        writeWithoutFlush(Unpooled.buffer(1).writeZero(1));
        idle(IdleStateEvent.FIRST_WRITER_IDLE_STATE_EVENT);
        assertTrue(channel.isOpen(), "it may have been written a moment ago");
        idle(IdleStateEvent.WRITER_IDLE_STATE_EVENT);
        assertFalse(channel.isOpen());
    }

    @Test
    void aConnectionToWhichNothingIsWrittenMayBeIdle() {
        channel.writeOutbound(Unpooled.buffer(1).writeZero(1));
        idle(IdleStateEvent.FIRST_WRITER_IDLE_STATE_EVENT);
        idle(IdleStateEvent.WRITER_IDLE_STATE_EVENT);
        assertTrue(channel.isOpen());
        channel.releaseOutbound();
    }

    @Test
    void oneMessageMayExceedTheBoundAndSomethingMayFollowIt() {
        writeWithoutFlush(bytes(2 * MAX_PENDING));
        writeWithoutFlush(bytes(100));
        assertTrue(channel.isOpen());
    }

    @Test
    void whatIsAddedWhenTheBoundIsReachedEndsTheConnection() {
        ChannelFuture large = writeWithoutFlush(bytes(2 * MAX_PENDING));
        writeWithoutFlush(bytes(MAX_PENDING));
        assertTrue(channel.isOpen());
        ByteBuf more = bytes(1);
        ChannelFuture refused = writeWithoutFlush(more);
        assertFalse(refused.isSuccess());
        assertEquals(0, more.refCnt());
        assertFalse(large.isSuccess());
        assertFalse(channel.isOpen());
    }

    private static ByteBuf bytes(int count) {
        return Unpooled.buffer(count).writeZero(count);
    }
}
