package asyfleet.backend.claim;

import asyfleet.backend.claim.ClaimedTasks.ClaimedTask;
import asyfleet.backend.execute.OwnerThread;
import asyfleet.redis.backend.BackendStore;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.Dispatched;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sender of claims: it claims tasks for free slots until the outcome is known. A claim whose reply was lost is sent
 * again with the same address, by which Redis recognises it; so a task is never lost between being claimed and being
 * started, and never started twice.
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
    private final BackendStore store;
    private final FleetSlots slots;
    private final TaskRunner runner;
    private final ClaimedTasks tasks;
    private final FleetMetrics metrics;

    Claimer(
            OwnerThread owner,
            BackendStore store,
            FleetSlots slots,
            TaskRunner runner,
            ClaimedTasks tasks,
            FleetMetrics metrics) {
        this.owner = owner;
        this.store = store;
        this.slots = slots;
        this.runner = runner;
        this.tasks = tasks;
        this.metrics = metrics;
    }

    /** How many tasks could be claimed now. */
    int room() {
        return Math.min(slots.free(), runner.room() - slots.claiming());
    }

    /** Claims what slots can run now, all in one round trip; the others are returned, to be handed back. */
    List<Dispatched> claim(List<Dispatched> read) {
        List<Dispatched> left = new ArrayList<>(read);
        List<Dispatched> fitting = read.stream().filter(this::fits).toList();
        List<String> backends = slots.claim(Math.max(0, Math.min(fitting.size(), room())));
        List<ClaimedTask> claims = new ArrayList<>(backends.size());
        for (int i = 0; i < backends.size(); i++) {
            claims.add(tasks.open(fitting.get(i), backends.get(i)));
            left.remove(fitting.get(i));
        }
        if (!claims.isEmpty()) {
            send(claims, 1);
        }
        return left;
    }

    /** A task that was lost on this process is for others; who hands it back learns in Redis whether there are any. */
    private boolean fits(Dispatched task) {
        return (!task.interactive() || runner.runsShells()) && !task.avoid().contains(store.consumer());
    }

    private void send(List<ClaimedTask> claims, int tries) {
        assert owner.isCurrent();
        owner.when(store.claim(claims.stream().map(ClaimedTask::request).toList()), (answers, failure) -> {
            if (failure == null) {
                for (int i = 0; i < answers.size(); i++) {
                    answers.get(i).accept(new Settlement(claims.get(i)));
                }
            } else {
                unknown(claims, tries, failure);
            }
        });
    }

    /** The consequences of a known outcome. */
    private final class Settlement implements Claim.Handler<Void> {
        private final ClaimedTask task;

        Settlement(ClaimedTask task) {
            this.task = task;
        }

        @Override
        public Void on(Claim.Won won) {
            metrics.claimWon();
            task.won(won);
            store.removeFiles(won.id()); // they are in memory now
            return null;
        }

        @Override
        public Void on(Claim.Gone gone) {
            metrics.claimGone();
            task.lost();
            return null;
        }
    }

    /** One by one from now on: a claim that fails for a reason of its own must not hold up the others. */
    private void unknown(List<ClaimedTask> claims, int tries, Throwable failure) {
        metrics.claimsUnknown(claims.size());
        Duration delay = Retry.delay(tries);
        LOG.warn("claim unknown tasks={} tries={} cause={}", claims.size(), tries, failure.toString());
        for (ClaimedTask task : claims) {
            if (tries < MOST_TRIES) {
                owner.after(delay, () -> send(List.of(task), tries + 1));
            } else {
                LOG.error("claim given up task={}", task.request().task().id());
                task.lost();
            }
        }
    }
}
