package asyfleet.ring.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.execute.Execution;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.ring.link.Watchdog;
import asyfleet.ring.session.RunnerId;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectedRunnersTest {

    private static final RunnerId RUNNER = new RunnerId(1, "one", "127.0.0.1", true);

    private final Watchdog watchdog = new Watchdog();
    private final ConnectedRunners runners = new ConnectedRunners();

    ConnectedRunnersTest() {
        runners.joined(RUNNER, () -> {});
    }

    @AfterEach
    void stop() {
        watchdog.close();
    }

    @Test
    void aRunnerThatHasNotAskedIsNoSlot() {
        assertSlots(0, 0);
    }

    @Test
    void aWorkerIsASlotFromItsFirstQuestionToItsEndAndTakesATaskOnlyWhileItWaits() {
        runners.asks(RUNNER);
        assertSlots(1, 1);

        RingTask task = task();
        runners.gets(task, RUNNER);
        assertSlots(1, 0);

        runners.brings(task, RUNNER);
        assertSlots(1, 0);

        runners.asks(RUNNER);
        assertSlots(1, 1);

        runners.left(RUNNER);
        assertSlots(0, 0);
    }

    @Test
    void aWorkerThatIsSentAwayIsNoSlot() {
        runners.asks(RUNNER);
        runners.isAnswered(RUNNER);

        assertSlots(0, 0);
    }

    @Test
    void aWorkerThatDoesNotComeBackIsNoSlot() {
        runners.asks(RUNNER);
        RingTask task = task();
        runners.gets(task, RUNNER);
        Object worker = runners.brings(task, RUNNER);

        runners.isMissed(worker, RUNNER);

        assertSlots(0, 0);
    }

    @Test
    void aWorkerThatCameBackIsNotMissed() {
        runners.asks(RUNNER);
        RingTask task = task();
        runners.gets(task, RUNNER);
        Object worker = runners.brings(task, RUNNER);
        runners.asks(RUNNER);

        runners.isMissed(worker, RUNNER);

        assertSlots(1, 1);
    }

    @Test
    void workersOfOneConnectionCountOneByOne() {
        runners.asks(RUNNER);
        runners.gets(task(), RUNNER);
        runners.asks(RUNNER);
        runners.gets(task(), RUNNER);
        runners.asks(RUNNER);

        assertSlots(3, 1);
    }

    @Test
    void whoWorksForNobodyIsNoSlotAndIsDroppedUnlessAnotherOfItsWorkersIsOfUse() {
        RingTask unwanted = task();
        runners.asks(RUNNER);
        runners.gets(unwanted, RUNNER);
        assertFalse(runners.dropIfUseless(RUNNER).isPresent());

        unwanted.abort();
        assertSlots(0, 0);
        assertTrue(runners.dropIfUseless(RUNNER).isPresent());

        runners.asks(RUNNER);
        assertFalse(runners.dropIfUseless(RUNNER).isPresent());

        runners.gets(task(), RUNNER);
        assertFalse(runners.dropIfUseless(RUNNER).isPresent());
    }

    @Test
    void aRunnerShowsItsToolsOnce() {
        assertTrue(runners.showsItsToolsFirst(RUNNER));
        assertFalse(runners.showsItsToolsFirst(RUNNER));
    }

    private void assertSlots(int slots, int waiting) {
        assertEquals(slots, runners.slots(), "slots");
        assertEquals(waiting, runners.waiting(), "waiting");
    }

    private RingTask task() {
        return new RingTask(
                new RingTask.Work("task", new byte[0], Duration.ofSeconds(1)),
                new Execution.Listener() {
                    @Override
                    public void said(ServerMessage message) {
                        // Nobody listens.
                    }

                    @Override
                    public void ended(ServerMessage.Complete complete) {
                        // As above.
                    }
                },
                watchdog);
    }
}
