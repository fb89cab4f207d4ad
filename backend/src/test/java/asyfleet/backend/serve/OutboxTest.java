package asyfleet.backend.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import asyfleet.backend.serve.Outbox.Added;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OutboxTest {

    private static final long PROCESS_BYTES = 10_000;
    private static final ServerMessage.Complete END = new ServerMessage.Complete(true, null, 1L, null);

    private final OutputBudget budget = new OutputBudget(PROCESS_BYTES);
    private final Outbox outbox = new Outbox(2000, budget);
    private final AtomicInteger wakeUps = new AtomicInteger();

    @Test
    void messagesComeOutInTheirOrder() {
        ServerMessage first = output(1);
        ServerMessage second = output(2);
        outbox.add(first);
        outbox.add(second);
        outbox.addLast(END);

        assertEquals(first, outbox.poll());
        assertEquals(second, outbox.poll());
        assertEquals(END, outbox.poll());
        assertNull(outbox.poll());
    }

    @Test
    void whatWaitedBeforeTheReaderCameWakesItAtOnce() {
        outbox.add(output(1));

        outbox.attach(wakeUps::incrementAndGet);

        assertEquals(1, wakeUps.get());
    }

    @Test
    void aReaderIsWokenOnceUntilItFoundNothing() {
        outbox.attach(wakeUps::incrementAndGet);
        outbox.add(output(1));
        outbox.add(output(1));
        assertEquals(1, wakeUps.get());

        while (outbox.poll() != null) {}
        outbox.add(output(1));

        assertEquals(2, wakeUps.get());
    }

    @Test
    void whatIsOverTheBoundOfTheTaskIsRefused() {
        assertEquals(Added.QUEUED, outbox.add(output(1500)));
        assertEquals(Added.FULL, outbox.add(output(500)));
    }

    @Test
    void afterAGapOnlyTheEndFollows() {
        outbox.add(output(1500));
        outbox.add(output(1500));
        outbox.poll();

        assertEquals(Added.CLOSED, outbox.add(output(1)));
        assertEquals(Added.QUEUED, outbox.addLast(END));
        assertEquals(END, outbox.poll());
    }

    @Test
    void manySmallMessagesAreBoundedAsWell() {
        int added = 0;
        while (outbox.add(output(0)) == Added.QUEUED) {
            added++;
        }

        assertEquals(2000 / 128, added);
    }

    @Test
    void whatIsOverTheBoundOfTheProcessIsRefused() {
        new Outbox(PROCESS_BYTES, budget).add(output((int) PROCESS_BYTES - 1000));

        assertEquals(Added.FULL, outbox.add(output(1500)));
        assertEquals(Added.CLOSED, outbox.add(output(1)));
    }

    @Test
    void whatWasReadOrDroppedIsGivenBackToTheProcess() {
        outbox.add(output(100));
        outbox.add(output(200));
        outbox.poll();
        outbox.close();

        assertEquals(PROCESS_BYTES, budget.left());
        assertEquals(0, outbox.bytes());
    }

    @Test
    void nothingFollowsTheEnd() {
        outbox.addLast(END);

        assertEquals(Added.CLOSED, outbox.add(output(1)));
        assertEquals(Added.CLOSED, outbox.addLast(END));
    }

    private static ServerMessage output(int bytes) {
        return new ServerMessage.Output(OutputStreamName.STDOUT, new byte[bytes]);
    }
}
