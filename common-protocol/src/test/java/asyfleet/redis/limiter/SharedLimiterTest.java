package asyfleet.redis.limiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.limiter.LimitRequests.Step;
import asyfleet.redis.limiter.LimitRequests.Type;
import asyfleet.redis.limiter.SharedLimiter.RedisTimes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Batching, and what becomes of steps when Redis is slow, silent or refuses, with calls and time in the test's hands. */
class SharedLimiterTest {

    private static final Type TYPE = Type.ofRequests("download");
    private static final Duration TOO_LONG = RedisTimes.DEFAULT.answer().plus(RedisTimes.DEFAULT.look());

    private final List<List<Step>> calls = new ArrayList<>();
    private final ManualScheduler thread = new ManualScheduler();
    private final SharedLimiter limiter = new SharedLimiter(thread, this::call, RedisTimes.DEFAULT, thread::nanoTime);
    private CompletableFuture<List<Long>> reply;

    @Test
    void stepsThatComeDuringACallGoTogetherIntoTheNext() {
        start("a");
        start("b");
        limiter.count(TYPE);
        answer(1);

        assertEquals(List.of(startOf("b"), new Step.Count(TYPE)), lastCall());
        assertEquals(2, calls.size());
    }

    @Test
    void aCallWithoutAnAnswerIsMadeAgainWithTheSameStepsInTheSameOrder() {
        CompletableFuture<Boolean> granted = start("a");
        fail();
        limiter.end(TYPE, "a");
        thread.pass(RedisTimes.DEFAULT.pause());
        assertEquals(List.of(startOf("a")), lastCall());
        answer(1);

        assertTrue(granted.join());
        assertEquals(List.of(endOf("a")), lastCall());
    }

    @Test
    void everyoneIsAnsweredInTimeWhileRedisSaysNothing() {
        limiter.end(TYPE, "ended");
        CompletableFuture<Boolean> first = start("a");
        CompletionStage<Long> count = limiter.count(TYPE);
        thread.pass(Duration.ofSeconds(1));
        CompletableFuture<Boolean> second = start("b");
        thread.pass(TOO_LONG.minusSeconds(1));

        assertTrue(first.isCompletedExceptionally());
        assertTrue(count.toCompletableFuture().isCompletedExceptionally());
        assertFalse(second.isDone());
        thread.pass(Duration.ofSeconds(1));
        assertTrue(second.isCompletedExceptionally());
        assertEquals(1, calls.size(), "one call is under way at a time");
    }

    @Test
    void aGrantThatComesTooLateIsGivenBack() {
        CompletableFuture<Boolean> late = start("a");
        thread.pass(TOO_LONG);
        assertTrue(late.isCompletedExceptionally());
        answer(1);

        assertEquals(List.of(endOf("a")), lastCall());
    }

    @Test
    void aRefusalThatComesTooLateLeavesNothingToDo() {
        start("a");
        thread.pass(TOO_LONG);
        answer(0);

        assertEquals(1, calls.size());
    }

    @Test
    void aStartWhoseOutcomeStaysUnknownIsEndedAndWhatIsBehindItGoesOn() {
        CompletableFuture<Boolean> unknown = start("a");
        thread.pass(TOO_LONG);
        fail();
        CompletableFuture<Boolean> behind = start("b");
        thread.pass(RedisTimes.DEFAULT.pause());
        assertTrue(unknown.isCompletedExceptionally());
        assertEquals(List.of(endOf("a")), lastCall());
        answer(1);
        answer(1);

        assertTrue(behind.join());
    }

    @Test
    void anUndecidedStartIsAskedAboutUntilItIsDecided() {
        CompletableFuture<Boolean> decided = restart("a");
        answer(Step.UNDECIDED);
        thread.pass(RedisTimes.DEFAULT.pause());
        assertEquals(List.of(new Step.Settle(TYPE, "a")), lastCall());
        answer(Step.UNDECIDED);
        thread.pass(TOO_LONG);
        assertFalse(decided.isDone());
        answer(1);

        assertTrue(decided.join());
    }

    @Test
    void aDecisionThatComesTooLateIsGivenBack() {
        CompletableFuture<Boolean> late = restart("a");
        answer(Step.UNDECIDED);
        thread.pass(RedisTimes.DEFAULT.pause());
        fail();
        thread.pass(TOO_LONG);
        assertTrue(late.isCompletedExceptionally());
        assertEquals(List.of(new Step.Settle(TYPE, "a")), lastCall());
        answer(1);

        assertEquals(List.of(endOf("a")), lastCall());
    }

    @Test
    void anEndIsSentUntilItIsAnswered() {
        limiter.end(TYPE, "a");
        for (int i = 0; i < 10; i++) {
            thread.pass(Duration.ofSeconds(5));
            fail();
            thread.pass(RedisTimes.DEFAULT.pause());
        }

        assertEquals(11, calls.size());
        assertEquals(List.of(endOf("a")), lastCall());
    }

    @Test
    void whatAFailoverMayHaveForgottenIsSaidAgainBeforeWhatWaits() {
        start("ends");
        answer(1);
        start("goes on");
        answer(1);
        limiter.end(TYPE, "ends");
        limiter.reconnected();
        start("next");
        answer(1);

        Step.Start ended = startOf("ends").whateverTheLimit();
        Step.Start goesOn = startOf("goes on").whateverTheLimit();
        assertEquals(List.of(ended, goesOn, endOf("ends"), startOf("next")), lastCall());
    }

    @Test
    void whatIsSaidAgainIsNeverGivenUpAndTakesNothingFromARequestThatRuns() {
        start("goes on");
        answer(1);
        limiter.reconnected();
        thread.pass(TOO_LONG);
        fail();
        thread.pass(RedisTimes.DEFAULT.pause());

        assertEquals(List.of(startOf("goes on").whateverTheLimit()), lastCall());
    }

    @Test
    void whatWasSaidLongAgoIsNotSaidAgain() {
        start("old");
        answer(1);
        thread.pass(RecentSteps.LIFE.plusSeconds(1));
        start("new");
        answer(1);
        limiter.reconnected();

        assertEquals(List.of(startOf("new").whateverTheLimit()), lastCall());
    }

    @Test
    void aStartThatWasNeverSentTakesItsEndWithIt() {
        limiter.end(TYPE, "ended");
        for (int i = 0; i < 100; i++) {
            start("r" + i);
            limiter.end(TYPE, "r" + i);
        }
        thread.pass(TOO_LONG);
        answer(1);

        assertEquals(1, calls.size());
    }

    @Test
    void moreThanMayWaitIsRefusedAtOnceButAnEndNever() {
        start("first");
        for (int i = 0; i < WaitingSteps.MOST; i++) {
            start("r" + i);
        }
        limiter.end(TYPE, "ended");

        assertTrue(start("more").isCompletedExceptionally());
        while (!lastCall().contains(endOf("ended"))) {
            reply.complete(lastCall().stream().map(step -> 1L).toList());
        }
    }

    @Test
    void typesOfWhatRunsAreRenewedOnceEachAndOthersAreNot() {
        Type other = Type.ofRequests("upload");
        start("a");
        start("b");
        limiter.start(other, "c", 5);
        limiter.start(other, "refused", 5);
        answer(1);
        answer(1, 1, 0);
        limiter.end(other, "c");
        answer(1);
        limiter.renew();

        assertEquals(List.of(new Step.Renew(TYPE)), lastCall());
    }

    private CompletableFuture<Boolean> start(String request) {
        return limiter.start(TYPE, request, 5).toCompletableFuture();
    }

    private CompletableFuture<Boolean> restart(String request) {
        return limiter.restart(TYPE, request, 5, Duration.ZERO).toCompletableFuture();
    }

    private static Step.Start startOf(String request) {
        return new Step.Start(TYPE, request, 5);
    }

    private static Step endOf(String request) {
        return new Step.End(TYPE, request);
    }

    private List<Step> lastCall() {
        return calls.get(calls.size() - 1);
    }

    private CompletionStage<List<Long>> call(List<Step> steps) {
        calls.add(steps);
        reply = new CompletableFuture<>();
        return reply;
    }

    private void answer(long... answers) {
        reply.complete(Arrays.stream(answers).boxed().toList());
    }

    private void fail() {
        reply.completeExceptionally(new IllegalStateException("no answer"));
    }
}
