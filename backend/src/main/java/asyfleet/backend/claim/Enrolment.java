package asyfleet.backend.claim;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.redis.backend.Registration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the slots registered. A slot that Redis forgot comes back under its ID with the next renewal, and with it the
 * task that it runs, so a Redis that restarted empty or failed over needs nothing more.
 *
 * <p>Owner: the fleet's thread, but for {@link #isRegistered}.
 */
final class Enrolment {

    private static final Logger LOG = LoggerFactory.getLogger(Enrolment.class);

    private final OwnerThread owner;
    private final Registration registration;
    private final Patience patience;
    private final Supplier<List<String>> backends;
    private final Supplier<Collection<Registration.Execution>> executions;
    private boolean renewing;
    private volatile long renewedAt; // read by the readiness check of any event loop; System.nanoTime()

    Enrolment(
            OwnerThread owner,
            Registration registration,
            Patience patience,
            Supplier<List<String>> backends,
            Supplier<Collection<Registration.Execution>> executions) {
        this.owner = owner;
        this.registration = registration;
        this.patience = patience;
        this.backends = backends;
        this.executions = executions;
    }

    CompletionStage<List<String>> register(int slots) {
        renewedAt = System.nanoTime();
        return registration.register(slots);
    }

    void keepRenewing() {
        owner.every(patience.renewEvery(), this::renew);
    }

    /** One at a time: while Redis is slow, more would only queue up. */
    void renew() {
        assert owner.isCurrent();
        List<String> all = backends.get();
        if (all.isEmpty()) {
            renewedAt = System.nanoTime(); // with no slot there is nothing that the fleet could miss
        }
        if (renewing || all.isEmpty()) {
            return;
        }
        renewing = true;
        long asked = System.nanoTime();
        owner.when(registration.renew(all, executions.get()), (forgotten, failure) -> {
            renewing = false;
            if (failure != null) {
                LOG.warn("renewal unknown backends={} cause={}", all.size(), failure.toString());
                return;
            }
            renewedAt = asked;
            if (forgotten.backends() > 0 || forgotten.tasks() > 0) {
                LOG.warn("redis had forgotten backends={} tasks={}", forgotten.backends(), forgotten.tasks());
            }
        });
    }

    /** Slots that go while others stay. Not asked again if the answer is lost: their lease runs out by itself. */
    void unregister(Collection<String> leaving) {
        if (!leaving.isEmpty()) {
            owner.when(registration.unregister(leaving, List.of()), (done, failure) -> {
                if (failure != null) {
                    LOG.warn("leaving unknown backends={} cause={}", leaving.size(), failure.toString());
                }
            });
        }
    }

    /** Whether the fleet still counts on these slots, as far as this process can know. */
    boolean isRegistered() {
        return System.nanoTime() - renewedAt < patience.lease().toNanos();
    }
}
