package asyfleet.queueserver.tasks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.queueserver.flow.RetryPolicy;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.TestTerms;
import asyfleet.redis.connection.TooFewReplicasException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** A new task, and a Redis that does not take it at once; time and answers are the test's. */
class StoringTest {

    private static final Optional<Long> STORED = Optional.empty();

    private final FakeOwner owner = new FakeOwner();
    private final List<CompletableFuture<Optional<Long>>> sent = new ArrayList<>();
    private int removed;
    private final CompletableFuture<Optional<Long>> answer = new Storing(
                    TestTerms.PLAIN.trace(),
                    owner,
                    () -> {
                        sent.add(new CompletableFuture<>());
                        return sent.get(sent.size() - 1);
                    },
                    () -> removed++)
            .begin()
            .toCompletableFuture();

    StoringTest() {
        owner.runAll();
    }

    private void fail() {
        sent.get(sent.size() - 1).completeExceptionally(new IllegalStateException("away"));
        owner.runAll();
    }

    private void complete(Optional<Long> full) {
        sent.get(sent.size() - 1).complete(full);
        owner.runAll();
    }

    @Test
    void itHasThePatienceOfTheOtherDoors() {
        assertEquals(RetryPolicy.DEFAULT.patience(), Storing.PATIENCE);
        assertEquals(RetryPolicy.DEFAULT.pause(), Storing.PAUSE);
    }

    @Test
    void aTaskIsStoredWhenRedisIsBack() {
        fail();
        assertFalse(answer.isDone());
        owner.passTime(Storing.PAUSE);
        complete(STORED);

        assertEquals(STORED, answer.join());
        assertEquals(0, removed);
    }

    @Test
    void aFullQueueIsAnAnswer() {
        complete(Optional.of(7L));

        assertEquals(Optional.of(7L), answer.join());
        assertEquals(1, sent.size());
    }

    @Test
    void aRedisThatStaysAwayRefusesTheTaskWhenPatienceEndsAndIsNotAskedAgain() {
        fail();
        owner.passTime(Storing.PAUSE);
        fail();
        owner.passTime(Storing.PATIENCE);
        assertTrue(answer.isCompletedExceptionally());
        owner.passTime();

        assertEquals(2, sent.size());
    }

    @Test
    void aRedisThatHangsRefusesTheTaskAndWhatItStoresLaterIsRemoved() {
        owner.passTime(Storing.PATIENCE);
        assertTrue(answer.isCompletedExceptionally());
        complete(STORED);

        assertEquals(1, removed);
    }

    @Test
    void aTaskThatTooFewReplicasHaveIsRefusedWhenPatienceEndsAndRemoved() {
        sent.get(0).completeExceptionally(new TooFewReplicasException(0, 1));
        owner.runAll();
        owner.passTime(Storing.PATIENCE);

        assertTrue(answer.isCompletedExceptionally());
        assertEquals(1, removed);
    }
}
