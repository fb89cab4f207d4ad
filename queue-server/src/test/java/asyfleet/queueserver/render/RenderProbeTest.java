package asyfleet.queueserver.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** The deep check, with the fleet and the clock in the test's hands. */
class RenderProbeTest {

    private final FakeOwner owner = new FakeOwner();
    private final List<ClientTask> begun = new ArrayList<>();
    private final List<EndCode> aborted = new ArrayList<>();
    private Optional<RuntimeException> refusal = Optional.empty();
    private TaskListener listener;
    private long nanos;

    private final RenderProbe probe = new RenderProbe(this::launch, () -> owner, () -> nanos);

    private TaskHandle launch(ClientTask task, TaskListener client) {
        if (refusal.isPresent()) {
            throw refusal.get();
        }
        begun.add(task);
        listener = client;
        return new TaskHandle() {
            @Override
            public void input(ClientMessage.Input input) {
                throw new AssertionError("a figure has no input");
            }

            @Override
            public void shorten(int timeoutMillis) {
                throw new AssertionError("the check has a deadline of its own");
            }

            @Override
            public void abort(EndCode why) {
                aborted.add(why);
            }
        };
    }

    private CompletableFuture<?> ask() {
        CompletableFuture<?> answer = probe.ask().toCompletableFuture();
        owner.runAll();
        return answer;
    }

    private void draw() {
        listener.on(new ServerMessage.Result(Format.SVG, new byte[] {'<'}));
        listener.on(new ServerMessage.Complete(true, null, 7L, null));
    }

    @Test
    void aPictureIsGoodAndServesAllWhoAskForAWhile() {
        CompletableFuture<?> first = ask();
        assertSame(first, ask());
        assertFalse(first.isDone());
        draw();
        first.join();

        nanos += RenderProbe.REUSED.toNanos() - 1;
        assertSame(first, ask());
        assertEquals(1, begun.size());
        nanos += 1;
        assertFalse(ask().isDone());
        assertEquals(2, begun.size());
    }

    @Test
    void itTakesNoKeptResultAndCountsForNoCaller() {
        ask();

        assertFalse(begun.get(0).terms().reuse());
        assertFalse(begun.get(0).terms().caller().bounded());
    }

    @Test
    void afterTheDeadlineTheFigureIsGivenUp() {
        CompletableFuture<?> answer = ask();
        owner.passTime(RenderProbe.DEADLINE);

        assertEquals(List.of(EndCode.ABORTED), aborted);
        assertEquals("no picture within 10000 ms", failure(answer));
    }

    @Test
    void whatTheFleetSaysIsWhatIsWrong() {
        CompletableFuture<?> answer = ask();
        listener.on(new ServerMessage.Denied("Queue is full", EndCode.QUEUE_FULL));

        assertEquals("Queue is full", failure(answer));
        owner.passTime(RenderProbe.DEADLINE);
        assertTrue(aborted.isEmpty());
    }

    @Test
    void aSuccessWithoutAPictureIsNone() {
        CompletableFuture<?> answer = ask();
        listener.on(new ServerMessage.Complete(true, null, 7L, null));

        assertEquals("the figure has no picture", failure(answer));
    }

    @Test
    void aFigureThatCannotBeSentIsTriedAgainLater() {
        refusal = Optional.of(new IllegalStateException("no shard answers"));
        assertEquals("the figure cannot be sent: no shard answers", failure(ask()));

        refusal = Optional.empty();
        nanos += RenderProbe.REUSED.toNanos();
        ask();
        assertEquals(1, begun.size());
    }

    private static String failure(CompletableFuture<?> answer) {
        return assertThrows(CompletionException.class, answer::join).getCause().getMessage();
    }
}
