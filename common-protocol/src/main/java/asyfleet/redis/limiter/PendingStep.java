package asyfleet.redis.limiter;

import asyfleet.redis.limiter.LimitRequests.Step;
import java.util.concurrent.CompletableFuture;

/**
 * A step on its way to the shared counts.
 *
 * @param deadlineNanos when whoever asked is told that there is no answer; what must arrive outlives it
 */
record PendingStep(Step step, CompletableFuture<Long> answer, long deadlineNanos) {

    /** Whether it goes to Redis even if nobody waits for its answer any more: without it something would stay held. */
    boolean mustArrive() {
        return step instanceof Step.End || step instanceof Step.Settle;
    }

    boolean isOverdue(long nowNanos) {
        return nowNanos - deadlineNanos >= 0;
    }

    /** Harmless if there was an answer, or if it was given up before. */
    void giveUp() {
        answer.completeExceptionally(new LimiterUnavailableException("the shared counts do not answer"));
    }
}
