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
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RingTaskTest {

    private static final Duration LIMIT = Duration.ofMillis(500);

    private final Watchdog watchdog = new Watchdog();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final AtomicLong nanos = new AtomicLong();
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
            watchdog,
            nanos::get);

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

    @Test
    void aTaskWhoseTimeIsUpIsEnded() {
        endAfter(LIMIT);

        assertEquals(List.of(EndCode.TIME_LIMIT.toString()), heard);
    }

    @Test
    void aStallOfTheGatewayIsNotBlamedOnTheProgram() {
        endAfter(LIMIT.plusSeconds(5));

        assertEquals(List.of(EndCode.FLEET_FAULT.toString()), heard);
    }

    /** @param measured by the task when its timer runs */
    private void endAfter(Duration measured) {
        task.shorten(LIMIT);
        nanos.set(measured.toNanos());
        Awaitility.await().until(task::hasEnded);
        Awaitility.await().until(() -> !heard.isEmpty());
    }
}
