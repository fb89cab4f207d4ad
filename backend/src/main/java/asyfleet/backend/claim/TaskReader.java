package asyfleet.backend.claim;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.redis.backend.BackendStore;
import asyfleet.redis.backend.Dispatched;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one reader of the stream in this process. It asks for as many tasks as slots are free, so a task is hardly ever read
 * that no slot can run at once; if slots have left meanwhile, or do not run such tasks, it is handed back. Between two
 * reads, and at least once in the time of a read, it looks for tasks that a dead process left unclaimed.
 *
 * <pre>
 * IDLE    -- a slot is free                  --> READING
 * READING -- tasks, or nothing came          --> READING if slots are still free, else IDLE
 * READING -- failed, or handed tasks back    --> IDLE, after a while
 * any     -- stop                            --> STOPPED  (what a read still brings is handed back)
 * </pre>
 *
 * <p>Owner: the fleet's thread.
 */
final class TaskReader {

    private static final Logger LOG = LoggerFactory.getLogger(TaskReader.class);

    private enum State {
        IDLE,
        READING,
        STOPPED
    }

    /** Keeps one claim of all that was read to some milliseconds of Redis. */
    private static final int MOST = 500;

    /** Others read first what was handed back. */
    static final Duration REST = Duration.ofMillis(100);

    private final OwnerThread owner;
    private final BackendStore store;
    private final Patience patience;
    private final Claimer claimer;
    private final FleetSlots slots;
    private final FleetMetrics metrics;
    private State state = State.IDLE;
    private long lookedForAbandoned;
    private int failures;

    TaskReader(
            OwnerThread owner,
            BackendStore store,
            Patience patience,
            Claimer claimer,
            FleetSlots slots,
            FleetMetrics metrics) {
        this.owner = owner;
        this.store = store;
        this.patience = patience;
        this.claimer = claimer;
        this.slots = slots;
        this.metrics = metrics;
        this.lookedForAbandoned = System.nanoTime() - patience.read().toNanos();
    }

    /** There may be a free slot. */
    void wake() {
        assert owner.isCurrent();
        if (state != State.IDLE) {
            return;
        }
        int room = Math.min(claimer.room(), MOST);
        if (room > 0) {
            state = State.READING;
            boolean lookForAbandoned =
                    System.nanoTime() - lookedForAbandoned >= patience.read().toNanos();
            owner.when(lookForAbandoned ? abandoned(room) : dispatched(room), (read, failure) -> {
                if (failure == null) {
                    succeeded(read, lookForAbandoned);
                } else {
                    failed(failure);
                }
            });
        }
    }

    private CompletionStage<List<Dispatched>> abandoned(int most) {
        lookedForAbandoned = System.nanoTime();
        return store.takeOver(most, patience.abandoned());
    }

    private CompletionStage<List<Dispatched>> dispatched(int most) {
        return store.read(most, patience.read());
    }

    private void succeeded(List<Dispatched> read, boolean takenOver) {
        failures = 0;
        if (state == State.STOPPED) {
            handBack(read);
            return;
        }
        if (takenOver && !read.isEmpty()) {
            metrics.takenOver(read.size());
            LOG.info("took over tasks={}", read.size());
        }
        List<Dispatched> left = claimer.claim(read);
        handBack(left);
        if (left.isEmpty()) {
            resume();
        } else {
            owner.after(REST, this::resume);
        }
    }

    private void failed(Throwable failure) {
        if (state == State.STOPPED) {
            return;
        }
        failures++;
        LOG.warn("reading failed tries={} cause={}", failures, failure.toString());
        // Most likely the consumer group is gone with everything else; registering brings it back.
        slots.renew();
        Retry.after(owner, failures, this::resume);
    }

    private void resume() {
        if (state == State.READING) {
            state = State.IDLE;
            wake();
        }
    }

    /** Reads nothing more. Closing the connection ends a read that waits. */
    void stop() {
        assert owner.isCurrent();
        state = State.STOPPED;
        store.stopReading();
    }

    private void handBack(List<Dispatched> read) {
        if (!read.isEmpty()) {
            LOG.debug("handing back tasks={}", read.size());
            store.handBack(read);
        }
    }
}
