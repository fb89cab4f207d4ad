package asyfleet.queueserver.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RenderOutcomeTest {

    @Test
    void aProgramRanAsLongAsItsEndSays() {
        assertEquals(Optional.of(177L), took(177, 200).executionMillis());
    }

    @Test
    void aProgramThatRanBeforeTheRequestDidNotRunLongerForItThanItTook() {
        assertEquals(Optional.of(2L), took(177, 2).executionMillis());
    }

    @Test
    void aProgramDidNotRunForARequestThatGotAKeptResult() {
        ServerMessage.Last end = new ServerMessage.Complete(true, null, 177L, null);

        assertEquals(Optional.of(0L), new RenderOutcome(List.of(), Printed.NOTHING, end, 25, 25).executionMillis());
    }

    @Test
    void aTaskThatNeverStartedWasQueuedToItsEnd() {
        AtomicLong nanos = new AtomicLong();
        RenderWait wait = new RenderWait(nanos::get);
        nanos.set(60_000_000_000L);
        wait.on(new ServerMessage.Denied("no", EndCode.QUEUE_TIMEOUT));

        assertEquals(60_000, wait.outcome().join().queuedMillis());
    }

    @Test
    void aDeniedTaskDidNotRun() {
        ServerMessage.Last denied = new ServerMessage.Denied("no", EndCode.QUEUE_FULL);

        assertEquals(Optional.empty(), new RenderOutcome(List.of(), Printed.NOTHING, denied, 0, 5).executionMillis());
    }

    @Test
    void whoIsRefusedForTheLoadIsToldWhenToComeAgainByTheEstimates() {
        assertEquals("8", retryAfter(EndCode.QUEUE_FULL));
        assertEquals("8", retryAfter(EndCode.QUEUE_TIMEOUT));
        assertEquals("5", retryAfter(EndCode.UNAVAILABLE));
    }

    private static String retryAfter(EndCode code) {
        ServerMessage.Last denied = new ServerMessage.Denied("no", code);
        RenderOutcome outcome = new RenderOutcome(List.of(), Printed.NOTHING, denied, 0, 5)
                .withTrace("trace", EndStatus.retryAfter(denied, () -> Duration.ofMillis(7_200)));
        return RenderAnswer.of(outcome).headers().first("Retry-After").orElseThrow();
    }

    private static RenderOutcome took(long executionMillis, long totalMillis) {
        ServerMessage.Last end = new ServerMessage.Complete(true, null, executionMillis, null);
        return new RenderOutcome(List.of(), Printed.NOTHING, end, 0, totalMillis);
    }
}
