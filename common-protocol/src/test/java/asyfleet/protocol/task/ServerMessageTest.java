package asyfleet.protocol.task;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerMessageTest {

    @Test
    void theLastMessageTellsHowTheTaskEnded() {
        Verdict verdict = Verdict.of(EndCode.FLEET_FAULT, Stage.FLEET);

        assertEquals(Optional.of(EndCode.OK), new ServerMessage.Complete(true, null, 1L, null).endCode());
        assertEquals(Optional.of(EndCode.EXIT_CODE), new ServerMessage.Complete(false, "no", 1L, null).endCode());
        assertEquals(Optional.of(EndCode.FLEET_FAULT), new ServerMessage.Complete(false, "no", 1L, verdict).endCode());
        assertEquals(Optional.of(EndCode.QUEUE_FULL), new ServerMessage.Denied("no", EndCode.QUEUE_FULL).endCode());
        assertEquals(Optional.of(EndCode.UNAVAILABLE), new ServerMessage.Denied("no", null).endCode());
    }

    @Test
    void moreComesAfterEveryOtherMessage() {
        assertFalse(new ServerMessage.Queue(true, null).isLast());
        assertFalse(new ServerMessage.Missing(List.of()).isLast());
        assertFalse(new ServerMessage.Result(Format.SVG, new byte[0]).isLast());
        assertFalse(new ServerMessage.Output(OutputStreamName.STDOUT, new byte[0]).isLast());
    }
}
