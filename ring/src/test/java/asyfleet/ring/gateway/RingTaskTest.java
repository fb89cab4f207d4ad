package asyfleet.ring.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.execute.Execution;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.ring.link.Watchdog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RingTaskTest {

    private final Watchdog watchdog = new Watchdog();
    private final List<String> heard = new ArrayList<>();
    private final RingTask task = new RingTask(
            new RingTask.Work("7", new byte[0], Duration.ofMinutes(1)),
            new Execution.Listener() {
                @Override
                public void said(ServerMessage message) {
                    heard.add("said");
                }

                @Override
                public void ended(Complete complete) {
                    heard.add(complete.verdict().code().toString());
                }
            },
            watchdog);

    @AfterEach
    void stopWatching() {
        watchdog.close();
    }

    @Test
    void aTaskWhoseClientLeftOnTheWayIsNotForARunner() {
        task.abort();

        assertFalse(task.isGiven(() -> {}));
    }

    @Test
    void whoGaveItHearsOfItsEndFirst() {
        assertTrue(task.isGiven(() -> heard.add("giver")));

        task.abort();
        task.endByFault("late");

        assertEquals(List.of("giver", EndCode.ABORTED.toString()), heard);
    }
}
