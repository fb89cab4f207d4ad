package asyfleet.backend.claim;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.ClaimTasks;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims tasks for slots until the outcome is known. A claim whose reply was lost is sent again with the same address, by
 * which Redis recognises it; so a task is never lost between being claimed and being started, and never started twice.
 *
 * <p>Owner: the fleet's thread.
 */
final class Claimer {

    private static final Logger LOG = LoggerFactory.getLogger(Claimer.class);

    /**
     * How often one claim is sent: for about a minute. After that long its client has been told to go elsewhere, and a
     * claim that fails for a reason of its own must not hold its slot for ever.
     */
    static final int MOST_TRIES = 60;

    private final OwnerThread owner;
    private final Function<List<ClaimTasks.Request>, CompletionStage<List<Claim>>> claims;
    private final Outcomes outcomes;
    private final FleetMetrics metrics;

    /** What became of a claim; called on the fleet's thread, once for each. */
    interface Outcomes {

        void won(ClaimTasks.Request request, Claim.Won task);

        /** Another slot has it, or its client left, or nobody knows: the slot is free. */
        void lost(ClaimTasks.Request request);
    }

    /** @param claims {@link ClaimTasks#run} */
    Claimer(
            OwnerThread owner,
            Function<List<ClaimTasks.Request>, CompletionStage<List<Claim>>> claims,
            Outcomes outcomes,
            FleetMetrics metrics) {
        this.owner = owner;
        this.claims = claims;
        this.outcomes = outcomes;
        this.metrics = metrics;
    }

    /** All in one round trip. */
    void claim(List<ClaimTasks.Request> requests) {
        send(requests, 1);
    }

    private void send(List<ClaimTasks.Request> requests, int tries) {
        assert owner.isCurrent();
        owner.when(claims.apply(requests), (answers, failure) -> {
            if (failure == null) {
                for (int i = 0; i < answers.size(); i++) {
                    answers.get(i).accept(new Settlement(requests.get(i)));
                }
            } else {
                unknown(requests, tries, failure);
            }
        });
    }

    /** What a known outcome means for the slot of the request. */
    private final class Settlement implements Claim.Handler<Void> {

        private final ClaimTasks.Request request;

        Settlement(ClaimTasks.Request request) {
            this.request = request;
        }

        @Override
        public Void on(Claim.Won won) {
            metrics.claimWon();
            outcomes.won(request, won);
            return null;
        }

        @Override
        public Void on(Claim.Gone gone) {
            metrics.claimGone();
            outcomes.lost(request);
            return null;
        }
    }

    /** One by one from now on: a claim that fails for a reason of its own must not hold up the others. */
    private void unknown(List<ClaimTasks.Request> requests, int tries, Throwable failure) {
        metrics.claimsUnknown(requests.size());
        Duration delay = Retry.delay(tries);
        LOG.warn("claim unknown tasks={} tries={} cause={}", requests.size(), tries, failure.toString());
        for (ClaimTasks.Request request : requests) {
            if (tries < MOST_TRIES) {
                owner.after(delay, () -> send(List.of(request), tries + 1));
            } else {
                LOG.error("claim given up task={}", request.task().id());
                outcomes.lost(request);
            }
        }
    }
}
