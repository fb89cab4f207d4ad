package asyfleet.queueserver.limiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import asyfleet.protocol.limiter.LimiterCodec;
import asyfleet.protocol.limiter.LimiterLimits;
import asyfleet.redis.limiter.ManualScheduler;
import asyfleet.redis.limiter.SharedLimiter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heartbeats and silence, on a clock that the test moves. */
class LimiterHandlerTest {

    private final ManualScheduler thread = new ManualScheduler();
    private final SharedLimiter limiter = new SharedLimiter(
            thread, steps -> new CompletableFuture<>(), SharedLimiter.RedisTimes.DEFAULT, thread::nanoTime);
    private EmbeddedChannel channel;

    @BeforeEach
    void connect() {
        channel = new EmbeddedChannel();
        channel.freezeTime();
        channel.pipeline()
                .addLast(
                        LimiterCodec.server(LimiterLimits.DEFAULT),
                        new LimiterHandler(limiter, id -> "r", HeartbeatTimes.OF_THE_PROTOCOL));
    }

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    @Test
    void theServerSendsAHeartbeatEveryThirtySeconds() {
        pass(29);
        assertNull(channel.readOutbound());
        pass(1);
        assertHeartbeat();
        say("HEARTBEAT");
        pass(30);
        assertHeartbeat();
    }

    @ParameterizedTest
    @ValueSource(strings = {"HEARTBEAT", "GET-REQUEST-COUNT\nRequest-Type: a", "END-REQUEST", "FUTURE"})
    void aClientIsClosedSixtySecondsAfterItsLastMessageWhicheverItWas(String message) {
        pass(10);
        say(message);
        channel.releaseOutbound();
        pass(59);
        assertHeartbeat();
        assertHeartbeat();
        assertNull(channel.readOutbound());
        pass(1);

        CloseWebSocketFrame close = assertInstanceOf(CloseWebSocketFrame.class, channel.readOutbound());
        assertEquals(1008, close.statusCode());
        assertEquals("no message for 60 s; expected a HEARTBEAT every 30 s", close.reasonText());
        close.release();
    }

    @Test
    void aClientThatOnlyAnswersPingsIsClosed() {
        pass(40);
        assertHeartbeat();
        channel.writeInbound(new PongWebSocketFrame());
        pass(20);
        assertHeartbeat();

        CloseWebSocketFrame close = assertInstanceOf(CloseWebSocketFrame.class, channel.readOutbound());
        close.release();
    }

    private void say(String message) {
        channel.writeInbound(new TextWebSocketFrame(message));
    }

    private void pass(long seconds) {
        channel.advanceTimeBy(seconds, TimeUnit.SECONDS);
        channel.runScheduledPendingTasks();
    }

    private void assertHeartbeat() {
        TextWebSocketFrame frame = assertInstanceOf(TextWebSocketFrame.class, channel.readOutbound());
        assertEquals("HEARTBEAT", frame.text());
        frame.release();
    }
}
