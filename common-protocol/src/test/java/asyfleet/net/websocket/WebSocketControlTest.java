package asyfleet.net.websocket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Every move of the state machine in {@link WebSocketControl}, on a clock that stands still. */
class WebSocketControlTest {

    private final EmbeddedChannel channel = new EmbeddedChannel(new WebSocketControl(200, 2));

    WebSocketControlTest() {
        channel.freezeTime();
    }

    private void silence() {
        channel.pipeline().fireUserEventTriggered(IdleStateEvent.READER_IDLE_STATE_EVENT);
    }

    private void pass(long millis) {
        channel.advanceTimeBy(millis, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
    }

    @Test
    void aPeersCloseIsEchoedAndEndsTheConnection() {
        channel.writeInbound(new CloseWebSocketFrame(1000, "bye"));
        CloseWebSocketFrame echo = channel.readOutbound();
        assertEquals(1000, echo.statusCode());
        echo.release();
        assertFalse(channel.isOpen());
    }

    @Test
    void ourCloseWaitsForThePeers() {
        channel.writeOutbound(new CloseReason(1000, "bye").frame());
        assertTrue(channel.isOpen());
        channel.writeInbound(new CloseWebSocketFrame(1000, "bye"));
        assertFalse(channel.isOpen());
    }

    @Test
    void ourCloseDoesNotWaitForEver() {
        channel.writeOutbound(new CloseReason(1000, "bye").frame());
        pass(1999);
        assertTrue(channel.isOpen());
        pass(1);
        assertFalse(channel.isOpen());
    }

    @Test
    void aConnectionThatIsClosedLeavesNoTimer() {
        channel.writeOutbound(new CloseReason(1000, "bye").frame());
        assertTrue(channel.runScheduledPendingTasks() > 0, "nothing waits for the peer's close");
        channel.writeInbound(new CloseWebSocketFrame(1000, "bye"));
        channel.runPendingTasks();
        assertEquals(-1, channel.runScheduledPendingTasks(), "nanoseconds until a timer is due");
    }

    @Test
    void afterACloseNothingMoreIsSentOrHeard() {
        channel.writeOutbound(new CloseReason(1000, "bye").frame());
        ReferenceCountUtil.release(channel.readOutbound());
        TextWebSocketFrame late = new TextWebSocketFrame("late");
        ChannelFuture write = channel.writeOneOutbound(late);
        assertFalse(write.isSuccess());
        assertEquals(0, late.refCnt());
        TextWebSocketFrame heard = new TextWebSocketFrame("late");
        channel.writeInbound(heard, new PingWebSocketFrame());
        assertEquals(0, heard.refCnt());
        assertNull(channel.readInbound());
        assertNull(channel.readOutbound());
    }

    @Test
    void silenceIsAnsweredWithPingsAndMoreSilenceWithTheEnd() {
        silence();
        assertInstanceOf(PingWebSocketFrame.class, channel.readOutbound());
        silence();
        assertInstanceOf(PingWebSocketFrame.class, channel.readOutbound());
        assertTrue(channel.isOpen());
        silence();
        assertFalse(channel.isOpen());
    }

    @Test
    void anySignOfLifeCountsAsAnAnswerToAllPings() {
        silence();
        channel.readOutbound();
        silence();
        channel.readOutbound();
        channel.writeInbound(new PongWebSocketFrame());
        silence();
        channel.readOutbound();
        silence();
        assertInstanceOf(PingWebSocketFrame.class, channel.readOutbound());
        assertTrue(channel.isOpen());
        assertNull(channel.readInbound());
    }

    @Test
    void pingsOfAPeerThatDoesNotReadAreNotAnswered() {
        channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        channel.writeInbound(new PingWebSocketFrame());
        assertNull(channel.readOutbound());
    }

    @Test
    void aCloseFrameWithoutACodeIsReportedAs1005() {
        assertEquals(new CloseReason(1005, ""), CloseReason.of(new CloseWebSocketFrame()));
    }
}
