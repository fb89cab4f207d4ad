package asyfleet.queueserver.limiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import asyfleet.protocol.limiter.LimiterReply;
import asyfleet.protocol.limiter.LimiterRequest;
import asyfleet.redis.limiter.LimitRequests.Step;
import asyfleet.redis.limiter.LimitRequests.Type;
import asyfleet.redis.limiter.ManualScheduler;
import asyfleet.redis.limiter.SharedLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** One client by the rules, with the shared counts in the test's hands. */
class LimiterSessionTest {

    private static final Type DOWNLOAD = Type.ofRequests("download");
    private static final Duration CONNECTED = Duration.ofSeconds(7);

    private final List<Step> steps = new ArrayList<>();
    private final List<CompletableFuture<List<Long>>> calls = new ArrayList<>();
    private final List<LimiterReply> replies = new ArrayList<>();
    private final ManualScheduler thread = new ManualScheduler();
    private final SharedLimiter limiter =
            new SharedLimiter(thread, this::call, SharedLimiter.RedisTimes.DEFAULT, thread::nanoTime);
    private int names;
    private final LimiterSession session =
            new LimiterSession(limiter, Runnable::run, id -> "r" + names++, () -> CONNECTED, replies::add);

    @Test
    void aGrantedRequestIsAcknowledgedAndHeldUntilItEnds() {
        session.receive(start("1"));
        answer(1);
        session.receive(new LimiterRequest.EndRequest("1"));

        assertEquals(List.of(new LimiterReply.StartRequestAck("1", false)), replies);
        assertEquals(
                List.of(new Step.Start(DOWNLOAD, "r0", 1, Optional.of(CONNECTED)), new Step.End(DOWNLOAD, "r0")),
                steps);
    }

    @Test
    void aRefusedRequestIsAcknowledgedAndEndingItGivesNothingBack() {
        session.receive(start("1"));
        answer(0);
        session.receive(new LimiterRequest.EndRequest("1"));
        session.connectionClosed();

        assertEquals(List.of(new LimiterReply.StartRequestAck("1", true)), replies);
        assertEquals(List.of(new Step.Start(DOWNLOAD, "r0", 1, Optional.of(CONNECTED))), steps);
    }

    @Test
    void aClosedConnectionEndsWhatItHolds() {
        session.receive(start("1"));
        answer(1);
        session.connectionClosed();

        assertEquals(new Step.End(DOWNLOAD, "r0"), steps.get(1));
    }

    @Test
    void aRequestThatIsGrantedAfterItsConnectionClosedIsEnded() {
        session.receive(start("1"));
        session.connectionClosed();
        answer(1);

        assertEquals(new Step.End(DOWNLOAD, "r0"), steps.get(1));
        assertEquals(List.of(), replies);
    }

    @Test
    void whatIsSaidBeforeAnAcknowledgementTakesEffectInItsOrder() {
        session.receive(new LimiterRequest.GetRequestCount("download")); // keeps the rest waiting
        session.receive(start("1"));
        session.receive(new LimiterRequest.EndRequest("1"));
        session.receive(new LimiterRequest.GetRequestCount("download"));
        session.receive(start("1"));
        answer(0);
        answer(1, 1, 0, 1);

        assertEquals(
                List.of(
                        new Step.Start(DOWNLOAD, "r0", 1, Optional.of(CONNECTED)),
                        new Step.End(DOWNLOAD, "r0"),
                        new Step.Count(DOWNLOAD),
                        new Step.Start(DOWNLOAD, "r1", 1, Optional.of(CONNECTED))),
                steps.subList(1, 5));
        assertEquals(
                List.of(
                        new LimiterReply.StartRequestAck("1", false),
                        new LimiterReply.RequestCount("download", 0),
                        new LimiterReply.StartRequestAck("1", false)),
                replies.subList(1, 4));
    }

    @Test
    void anAnswerToAnEndedRequestDoesNotTouchTheOneThatHasItsIdNow() {
        session.receive(start("1"));
        session.receive(new LimiterRequest.EndRequest("1"));
        session.receive(start("1"));
        answer(0);
        answer(1, 1);
        session.receive(new LimiterRequest.EndRequest("1"));

        assertEquals(new Step.End(DOWNLOAD, "r1"), steps.get(steps.size() - 1));
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
    void aRequestWithoutAnAnswerIsAnErrorAndMayAskAgain() {
        session.receive(start("1"));
        thread.pass(Duration.ofSeconds(3));
        session.receive(start("1"));

        LimiterReply.Error error = assertInstanceOf(LimiterReply.Error.class, replies.get(0));
        assertEquals("UNAVAILABLE", error.code());
        assertEquals(1, replies.size());
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

    private static LimiterRequest start(String id) {
        return new LimiterRequest.StartRequest(id, "download", 1);
    }
}
