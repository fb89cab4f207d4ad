package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.queueserver.tasks.FakeSlots;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.backend.RedisBackendStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A backend process that asks whether anybody reaches it. */
@Tag("slow")
class UnreachedBackendsTest {

    @Test
    void everyQueueServerConnectsAndHangsUpWhenABackendAsksForIt() throws Exception {
        try (RedisFixture redis = RedisFixture.start();
                FakeSlots slots = new FakeSlots(redis.redis());
                QueueServer one = QueueServer.start(settings(redis));
                QueueServer other = QueueServer.start(settings(redis))) {
            RedisBackendStore backend = RedisBackendStore.open(redis.redis(), Duration.ofMinutes(1));

            long asked =
                    backend.askToConnect(slots.address()).toCompletableFuture().get(20, TimeUnit.SECONDS);

            assertEquals(2, asked);
            for (int i = 0; i < 2; i++) {
                assertEquals("connected", slots.connected.poll(20, TimeUnit.SECONDS));
                assertEquals("left", slots.leftAlone.poll(20, TimeUnit.SECONDS));
            }
            backend.stopReading();
        }
    }

    private static QueueServerSettings settings(RedisFixture redis) {
        return QueueServerSettings.read(
                QueueServerSettings.SPEC.read(List.of("--port=0", "--redis=" + redis.uri()), Map.of()));
    }
}
