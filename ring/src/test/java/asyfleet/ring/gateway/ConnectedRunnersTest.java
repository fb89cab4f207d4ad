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
    private final ConnectedRunners crew = new ConnectedRunners();

    ConnectedRunnersTest() {
        crew.joined(RUNNER, () -> {});
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
        crew.asks(RUNNER);
        assertSlots(1, 1);

        RingTask task = task();
        crew.gets(task, RUNNER);
        assertSlots(1, 0);

        crew.brings(task, RUNNER);
        assertSlots(1, 0);

        crew.asks(RUNNER);
        assertSlots(1, 1);

        crew.left(RUNNER);
        assertSlots(0, 0);
    }

    @Test
    void aWorkerThatIsSentAwayIsNoSlot() {
        crew.asks(RUNNER);
        crew.isAnswered(RUNNER);

        assertSlots(0, 0);
    }

    @Test
    void aWorkerThatDoesNotComeBackIsNoSlot() {
        crew.asks(RUNNER);
        RingTask task = task();
        crew.gets(task, RUNNER);
        Object worker = crew.brings(task, RUNNER);

        crew.isMissed(worker, RUNNER);

        assertSlots(0, 0);
    }

    @Test
    void aWorkerThatCameBackIsNotMissed() {
        crew.asks(RUNNER);
        RingTask task = task();
        crew.gets(task, RUNNER);
        Object worker = crew.brings(task, RUNNER);
        crew.asks(RUNNER);

        crew.isMissed(worker, RUNNER);

        assertSlots(1, 1);
    }

    @Test
    void workersOfOneConnectionCountOneByOne() {
        crew.asks(RUNNER);
        crew.gets(task(), RUNNER);
        crew.asks(RUNNER);
        crew.gets(task(), RUNNER);
        crew.asks(RUNNER);

        assertSlots(3, 1);
    }

    @Test
    void whoWorksForNobodyIsNoSlotAndIsDroppedUnlessAnotherOfItsWorkersIsOfUse() {
        RingTask unwanted = task();
        crew.asks(RUNNER);
        crew.gets(unwanted, RUNNER);
        assertFalse(crew.dropIfUseless(RUNNER).isPresent());

        unwanted.abort();
        assertSlots(0, 0);
        assertTrue(crew.dropIfUseless(RUNNER).isPresent());

        crew.asks(RUNNER);
        assertFalse(crew.dropIfUseless(RUNNER).isPresent());

        crew.gets(task(), RUNNER);
        assertFalse(crew.dropIfUseless(RUNNER).isPresent());
    }

    @Test
    void aRunnerShowsItsToolsOnce() {
        assertTrue(crew.showsItsToolsFirst(RUNNER));
        assertFalse(crew.showsItsToolsFirst(RUNNER));
    }

    private void assertSlots(int slots, int waiting) {
        assertEquals(slots, crew.slots(), "slots");
        assertEquals(waiting, crew.waiting(), "waiting");
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
