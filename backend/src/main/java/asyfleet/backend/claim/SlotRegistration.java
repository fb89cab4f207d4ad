package asyfleet.backend.claim;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.redis.backend.BackendStore;
import asyfleet.redis.backend.Registration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The registration of this process's slots in Redis. A slot that Redis forgot comes back under its ID with the next
 * renewal, and with it the task that it runs, so a Redis that restarted empty or failed over needs nothing more.
 *
 * <p>Owner: the fleet's thread, but for {@link #isValid}.
 */
final class SlotRegistration {

    private static final Logger LOG = LoggerFactory.getLogger(SlotRegistration.class);

    private final OwnerThread owner;
    private final BackendStore store;
    private final Patience patience;
    private final LongSupplier nanoClock;
    private boolean renewing;
    private volatile long renewedAt; // read by the readiness check of any event loop

    SlotRegistration(OwnerThread owner, BackendStore store, Patience patience, LongSupplier nanoClock) {
        this.owner = owner;
        this.store = store;
        this.patience = patience;
        this.nanoClock = nanoClock;
    }

    CompletionStage<List<String>> register(int slots) {
        renewedAt = nanoClock.getAsLong();
        return store.register(slots);
    }

    /** One at a time: while Redis is slow, more would only queue up. */
    void renew(List<String> backends, Collection<Registration.SlotExecution> executions) {
        assert owner.isCurrent();
        if (backends.isEmpty()) {
            renewedAt = nanoClock.getAsLong(); // with no slot there is nothing that the fleet could miss
        }
        if (renewing || backends.isEmpty()) {
            return;
        }
        renewing = true;
        long asked = nanoClock.getAsLong();
        owner.when(store.renew(backends, executions), (forgotten, failure) -> {
            renewing = false;
            if (failure != null) {
                LOG.warn("renewal unknown backends={} cause={}", backends.size(), failure.toString());
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
            owner.when(store.unregister(leaving), (done, failure) -> {
                if (failure != null) {
                    LOG.warn("leaving unknown backends={} cause={}", leaving.size(), failure.toString());
                }
            });
        }
    }

    /** Whether the fleet still counts on these slots, as far as this process can know. */
    boolean isValid() {
        return nanoClock.getAsLong() - renewedAt < patience.lease().toNanos();
    }
}
