package asyfleet.queueserver.tasks.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import asyfleet.net.http.BodySink;
import asyfleet.queueserver.task.FakeOwner;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The zip of a batch, and a client that reads slowly or leaves. No image is reached, so no Redis is asked. */
class BatchArchiveTest {

    private final FakeOwner owner = new FakeOwner();
    private final Client client = new Client();

    private void send() {
        new BatchArchive("id", null, owner, client).send(List.of("figure"), List.of(Optional.empty()));
        owner.runAll();
    }

    @Test
    void aSlowClientIsWaitedFor() {
        send();
        owner.passTime(Duration.ofMinutes(1));
        assertFalse(client.ended);

        client.keepsUp = true;
        owner.passTime(Duration.ofSeconds(1));
        assertEquals(true, client.ended);
    }

    @Test
    void aClientThatLeftIsNotAskedAnyMore() {
        send();
        client.whenAbandoned.run();
        owner.passTime(Duration.ofSeconds(1));
        int asked = client.asked;

        owner.passTime(Duration.ofSeconds(1));
        owner.passTime(Duration.ofSeconds(1));
        assertEquals(asked, client.asked);
    }

    private static final class Client implements BodySink {

        private boolean keepsUp;
        private boolean ended;
        private int asked;
        private Runnable whenAbandoned = () -> {};

        @Override
        public boolean write(byte[] bytes) {
            return true;
        }

        @Override
        public boolean keepsUp() {
            asked++;
            return keepsUp;
        }

        @Override
        public void end() {
            ended = true;
        }

        @Override
        public void whenAbandoned(Runnable action) {
            whenAbandoned = action;
        }
    }
}
