package asyfleet.queueserver.slot;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WebSocketLinksTest {

    @Test
    void aSlotThatFellSilentIsGivenUpWithinFiveSeconds() {
        Duration silence = WebSocketLinks.LIVENESS.ping().multipliedBy(WebSocketLinks.LIVENESS.pings() + 1);

        assertTrue(silence.compareTo(Duration.ofMillis(4500)) <= 0, silence::toString);
    }
}
