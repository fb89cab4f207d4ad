package asyfleet.queueserver.limiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import asyfleet.protocol.limiter.LimiterReply;
import asyfleet.protocol.limiter.LimiterRequest;
import asyfleet.redis.LimitRequests.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** One client by the rules, with the shared counts in the test's hands. */
class LimiterSessionTest {

    private final List<Step> steps = new ArrayList<>();
    private final List<CompletableFuture<List<Long>>> calls = new ArrayList<>();
    private final List<LimiterReply> replies = new ArrayList<>();
    private final ManualScheduler desk = new ManualScheduler();
    private final SharedLimiter limiter =
            new SharedLimiter(desk, this::call, new SharedLimiter.Patience(2, Duration.ofMillis(1)));
    private int names;
    private final LimiterSession session =
            new LimiterSession(limiter, Runnable::run, () -> "r" + names++, replies::add);

    @Test
    void aGrantedRequestIsAcknowledgedAndHeldUntilItEnds() {
        session.receive(start("1"));
        answer(1);
        session.receive(new LimiterRequest.EndRequest("1"));

        assertEquals(List.of(new LimiterReply.StartRequestAck("1", false)), replies);
        assertEquals(List.of(new Step.Start("download", "r0", 1), new Step.End("download", "r0")), steps);
    }

    @Test
    void aRefusedRequestIsAcknowledgedAndEndingItGivesNothingBack() {
        session.receive(start("1"));
        answer(0);
        session.receive(new LimiterRequest.EndRequest("1"));
        session.connectionClosed();

        assertEquals(List.of(new LimiterReply.StartRequestAck("1", true)), replies);
        assertEquals(List.of(new Step.Start("download", "r0", 1)), steps);
    }

    @Test
    void aClosedConnectionEndsWhatItHolds() {
        session.receive(start("1"));
        answer(1);
        session.connectionClosed();

        assertEquals(new Step.End("download", "r0"), steps.get(1));
    }

    @Test
    void aRequestThatIsGrantedAfterItsConnectionClosedIsEnded() {
        session.receive(start("1"));
        session.connectionClosed();
        answer(1);

        assertEquals(new Step.End("download", "r0"), steps.get(1));
        assertEquals(List.of(), replies);
    }

    @Test
    void aRequestEndedBeforeItsAcknowledgementIsEndedOnceGranted() {
        session.receive(start("1"));
        session.receive(new LimiterRequest.EndRequest("1"));
        answer(1);

        assertEquals(new Step.End("download", "r0"), steps.get(1));
        assertEquals(List.of(new LimiterReply.StartRequestAck("1", false)), replies);
    }

    @Test
    void anIdThatHasNotEndedCannotStartAgain() {
        session.receive(start("1"));
        session.receive(start("1"));

        LimiterReply.Error error = assertInstanceOf(LimiterReply.Error.class, replies.get(0));
        assertEquals(LimiterReply.Error.REQUEST_ID_DUPLICATED, error.code());
        assertEquals(1, steps.size());
    }

    @Test
    void anIdMayBeUsedAgainOnceItsRequestHasEnded() {
        session.receive(start("1"));
        answer(1);
        session.receive(new LimiterRequest.EndRequest("1"));
        answer(1);
        session.receive(start("1"));
        answer(1);

        assertEquals(2, replies.size());
    }

    @Test
    void aRequestThatWasRefusedMayAskAgain() {
        session.receive(start("1"));
        answer(0);
        session.receive(start("1"));
        answer(1);

        assertEquals(
                List.of(new LimiterReply.StartRequestAck("1", true), new LimiterReply.StartRequestAck("1", false)),
                replies);
    }

    @Test
    void theCountCanBeAskedWithoutStarting() {
        session.receive(new LimiterRequest.GetRequestCount("download"));
        answer(7);

        assertEquals(List.of(new LimiterReply.RequestCount("download", 7)), replies);
    }

    @Test
    void stepsThatComeDuringACallGoTogetherIntoTheNext() {
        session.receive(start("1"));
        session.receive(start("2"));
        session.receive(start("3"));
        answer(1);
        answer(1, 0);

        assertEquals(2, calls.size());
        assertEquals(3, replies.size());
    }

    @Test
    void aCallWithoutAnAnswerIsMadeAgainWithTheSameSteps() {
        session.receive(start("1"));
        fail();
        answer(1);

        assertEquals(List.of(new Step.Start("download", "r0", 1), new Step.Start("download", "r0", 1)), steps);
        assertEquals(List.of(new LimiterReply.StartRequestAck("1", false)), replies);
    }

    @Test
    void aStartWhoseOutcomeStaysUnknownIsAnErrorAndEndedWhenTheCountsAreBack() {
        session.receive(start("1"));
        fail();
        fail();

        assertInstanceOf(LimiterReply.Error.class, replies.get(0));
        assertEquals(new Step.End("download", "r0"), steps.get(steps.size() - 1));
    }

    @Test
    void unknownTypesAndHeartbeatsAreTakenInSilence() {
        session.receive(new LimiterRequest.Heartbeat());
        session.receive(new LimiterRequest.Unknown("FUTURE"));

        assertEquals(List.of(), replies);
        assertEquals(List.of(), steps);
    }

    @Test
    void aConnectionThatLeaksRequestsIsStopped() {
        for (int i = 0; i <= LimiterSession.MOST_REQUESTS; i++) {
            session.receive(start(Integer.toString(i)));
        }

        LimiterReply.Error error = assertInstanceOf(LimiterReply.Error.class, replies.get(0));
        assertEquals("TOO_MANY_REQUESTS", error.code());
    }

    private CompletionStage<List<Long>> call(List<Step> batch) {
        steps.addAll(batch);
        calls.add(new CompletableFuture<>());
        return calls.get(calls.size() - 1);
    }

    private void answer(long... answers) {
        calls.get(calls.size() - 1).complete(Arrays.stream(answers).boxed().toList());
    }

    private void fail() {
        calls.get(calls.size() - 1).completeExceptionally(new IllegalStateException("no answer"));
        desk.passTime();
    }

    private static LimiterRequest start(String id) {
        return new LimiterRequest.StartRequest(id, "download", 1);
    }
}
