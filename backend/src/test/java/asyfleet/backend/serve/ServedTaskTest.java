package asyfleet.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.OwnerThread;
import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules between a task and its client. What happened is one list of words, in order. */
class ServedTaskTest {

    private static final ServerMessage.Complete END = new ServerMessage.Complete(true, null, 1L, null);

    private final OwnerThread owner = new OwnerThread("test-owner");
    private final List<String> happened = new ArrayList<>();
    private final OutputBudget budget = new OutputBudget(10_000);
    private final ServedTask task = new ServedTask(owner, new Watching(), 1000, budget);
    private final ServedTask.Link link = new Linked("link");

    @AfterEach
    void stop() {
        owner.close();
    }

    @Test
    void aTaskThatRunsAndIsFetchedIsOverOnceItsClientHasClosed() {
        start();
        task.connected(link);
        task.ended(END);
        assertHappened("started", "woken", "ended true");
        assertEquals(END, task.next());

        task.disconnected(link);

        assertHappened("started", "woken", "ended true", "over");
    }

    @Test
    void aClientMayBeFasterThanTheReplyOfTheClaim() {
        task.connected(link);
        task.received(ClientMessage.Options.timeout(1500));
        assertHappened();

        start();

        assertHappened("started", "shorten PT1.5S");
    }

    @Test
    void aClientThatCameAndWentBeforeTheClaimWasAnsweredStartsNothing() {
        task.connected(link);
        task.disconnected(link);

        start();

        assertHappened("ended false", "over");
    }

    @Test
    void aLostClaimEndsTheConnectionOfAClient() {
        task.connected(link);

        own(task::drop);

        assertHappened("link closed 1001", "over");
    }

    @Test
    void aLostClaimIsOverAlsoIfItsClientIsGone() {
        task.connected(link);
        task.disconnected(link);

        own(task::drop);

        assertHappened("over");
    }

    @Test
    void aClientThatLeavesAbortsAndTheTaskIsOverWhenTheExecutionIs() {
        start();
        task.connected(link);
        task.disconnected(link);
        assertHappened("started", "abort");

        task.ended(END);

        assertHappened("started", "abort", "ended true", "over");
    }

    @Test
    void aClientThatIsTooLateFindsTheTaskOver() {
        start();
        own(task::giveUpWaiting);

        task.connected(link);

        assertHappened("started", "abort", "link closed 1001");
    }

    @Test
    void whoeverHasConnectedIsNotGivenUp() {
        start();
        task.connected(link);

        own(task::giveUpWaiting);

        assertHappened("started");
    }

    @Test
    void aSecondConnectionChangesNothingForTheFirst() {
        start();
        task.connected(link);
        ServedTask.Link second = new Linked("second");

        task.connected(second);
        task.disconnected(second);

        assertHappened("started", "second closed 1001");
    }

    @Test
    void whatIsHandedBackEndsWithoutAWord() {
        start();
        task.connected(link);

        own(task::handBack);
        task.ended(END);

        assertHappened("started", "link closed 1001", "abort", "ended true", "over");
        assertNull(task.next());
    }

    @ParameterizedTest
    @MethodSource("misplaced")
    void aMisplacedMessageIsNamedToTheClientAndEndsTheTask(ClientMessage message, String error) {
        start();
        task.connected(link);

        task.received(message);

        assertHappened("started", "woken", "abort");
        assertEquals(error, ((ServerMessage.Complete) task.next()).error());
    }

    static List<Object[]> misplaced() {
        return List.of(
                new Object[] {
                    new ClientMessage.Run(),
                    "\"run\" out of turn; expected input, if interactive, or options {\"timeout\": ms}"
                },
                new Object[] {
                    ClientMessage.Add.of("more.asy", false, new byte[0]),
                    "\"add\" out of turn; expected input, if interactive, or options {\"timeout\": ms}"
                },
                new Object[] {
                    new ClientMessage.Input(new byte[0]),
                    "input for a task that is not interactive; expected options {\"interactive\": true}"
                },
                new Object[] {
                    new ClientMessage.Options(null, 3000, Format.PDF, null, null),
                    "options after run may only shorten the time; expected {\"timeout\": ms}"
                });
    }

    @Test
    void theEndOfTheExecutionDoesNotHideWhatTheClientDidWrong() {
        start();
        task.connected(link);
        task.broken("bad frame");
        awaitOwner();

        task.ended(END);

        assertEquals("bad frame", ((ServerMessage.Complete) task.next()).error());
        assertNull(task.next());
    }

    @Test
    void theEndOfTheExecutionDoesNotHideThatOutputWasDropped() {
        start();
        task.said(new ServerMessage.Output(OutputStreamName.STDOUT, new byte[2000]));
        task.ended(END);
        assertHappened("started", "abort", "ended true");

        assertEquals(
                "Execution aborted: more output waits to be read than 1000B",
                ((ServerMessage.Complete) task.next()).error());
        assertNull(task.next());
    }

    @Test
    void whatNobodyReadsIsGivenBackToTheBudget() {
        start();
        task.said(new ServerMessage.Output(OutputStreamName.STDOUT, new byte[500]));

        own(task::giveUpWaiting);

        assertEquals(10_000, budget.left());
    }

    @Test
    void aFloodBeforeTheTaskBeganIsRefused() {
        task.connected(link);
        for (int i = 0; i < 17; i++) {
            task.received(ClientMessage.Options.timeout(1500));
        }
        awaitOwner();

        assertEquals("more than 16 messages before the task began", ((ServerMessage.Complete) task.next()).error());
    }

    private void start() {
        own(() -> task.start(false, listener -> {
            note("started");
            return new Running();
        }));
    }

    private void own(Runnable step) {
        owner.execute(step);
        awaitOwner();
    }

    private void awaitOwner() {
        CompletableFuture.runAsync(() -> {}, owner).join();
    }

    private void assertHappened(String... expected) {
        awaitOwner();
        synchronized (happened) {
            assertEquals(List.of(expected), happened);
        }
    }

    /** Synchronized: the outbox wakes its reader on whatever thread adds to it. */
    private void note(String what) {
        synchronized (happened) {
            happened.add(what);
        }
    }

    private final class Watching implements ServedTask.Watcher {
        @Override
        public void ended(ServerMessage.Complete complete) {
            note("ended " + complete.success());
        }

        @Override
        public void over() {
            note("over");
        }
    }

    private final class Linked implements ServedTask.Link {
        private final String name;

        Linked(String name) {
            this.name = name;
        }

        @Override
        public void wake() {
            note("woken");
        }

        @Override
        public void close(CloseReason reason) {
            note(name + " closed " + reason.code());
        }
    }

    private final class Running implements Execution {
        @Override
        public void shorten(Duration limit) {
            note("shorten " + limit);
        }

        @Override
        public void input(byte[] contents) {
            note("input " + new String(contents, StandardCharsets.UTF_8));
        }

        @Override
        public void abort() {
            note("abort");
        }
    }
}
