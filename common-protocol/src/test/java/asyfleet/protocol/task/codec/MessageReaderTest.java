package asyfleet.protocol.task.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.protocol.task.ProtocolException;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Messages whose contents come in pieces. */
class MessageReaderTest {

    private static final byte[] RESULT = "result {\"format\":\"svg\"}".getBytes(StandardCharsets.UTF_8);

    private final MessageReader<ServerMessage> reader = MessageReader.client(TaskLimits.DEFAULT);

    @Test
    void piecesAreOneMessage() {
        assertNull(reader.text(RESULT));
        assertNull(reader.contents(new byte[] {1, 2}, false));
        ServerMessage message = reader.contents(new byte[] {3}, true);

        assertArrayEquals(
                new byte[] {1, 2, 3},
                assertInstanceOf(ServerMessage.Result.class, message).contents());
    }

    @Test
    void contentsMayBeEmpty() {
        reader.text(RESULT);
        ServerMessage message = reader.contents(new byte[0], true);

        assertEquals(0, assertInstanceOf(ServerMessage.Result.class, message).contents().length);
    }

    @Test
    void anEmptyPieceIsRefusedBecauseNoLimitWouldCountMany() {
        reader.text(RESULT);

        assertThrows(ProtocolException.class, () -> reader.contents(new byte[0], false));
    }
}
