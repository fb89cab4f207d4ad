package asyfleet.queueserver.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ProtocolException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingCommandsTest {

    private final ClientMessage.Input input = new ClientMessage.Input(new byte[] {'x'});
    private final PendingCommands pending = new PendingCommands();

    @Test
    void aTimeCanOnlyGetShorter() {
        assertTrue(pending.shorten(3000));
        assertTrue(pending.shorten(1000));
        assertFalse(pending.shorten(1000));
        assertFalse(pending.shorten(30_000));

        assertEquals(List.of(1000), told());
    }

    @Test
    void theTimeIsToldToEveryRunAndInputToTheFirst() {
        pending.input(input);
        pending.shorten(3000);

        assertEquals(List.of(3000, input), told());
        assertEquals(List.of(3000), told());
    }

    @Test
    void inputIsBounded() {
        for (int i = 0; i < PendingCommands.MOST_INPUTS; i++) {
            pending.input(input);
        }

        assertThrows(ProtocolException.class, () -> pending.input(input));
    }

    private List<Object> told() {
        List<Object> told = new ArrayList<>();
        pending.tell(told::add, told::add);
        return told;
    }
}
