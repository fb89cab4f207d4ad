package asyfleet.queueserver.stats;

import asyfleet.redis.queueserver.FleetSnapshot;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The state of the fleet now, and a sample of every ten seconds of the last hour, so that a page that was just opened
 * shows a curve. However many ask, Redis is read once a second at most. A sample that Redis did not give is missing.
 *
 * <p>Asked by event loops and by the server's own thread: hence synchronized, and nothing in it waits.
 */
public final class FleetWatch {

    public static final Duration PERIOD = Duration.ofSeconds(10);

    /** An hour. */
    static final int MOST = 360;

    static final Duration FRESH = Duration.ofSeconds(1);

    private final Supplier<CompletionStage<FleetSnapshot>> fleet;
    private final TaskTimes tasks;
    private final Clock clock;

    /** Oldest first. */
    private final Deque<StatsSample> history = new ArrayDeque<>();

    private CompletableFuture<StatsSample> newest;
    private Instant asked = Instant.EPOCH;

    public FleetWatch(Supplier<CompletionStage<FleetSnapshot>> fleet, TaskTimes tasks, Clock clock) {
        this.fleet = fleet;
        this.tasks = tasks;
        this.clock = clock;
    }

    /** Where the times of tasks are put down. */
    public TaskTimes tasks() {
        return tasks;
    }

    /** The fleet now; not older than a second. Fails if Redis does not answer. */
    public synchronized CompletionStage<StatsSample> now() {
        Instant now = clock.instant();
        if (newest == null || !now.isBefore(asked.plus(FRESH)) || now.isBefore(asked)) {
            asked = now;
            // Composed, so that a command that fails at once is a stage that fails, too.
            newest = CompletableFuture.completedFuture(fleet)
                    .thenCompose(Supplier::get)
                    .thenApply(snapshot -> StatsSample.of(clock.instant(), snapshot, tasks));
        }
        return newest;
    }

    /** Adds the fleet as it is now to the history. Called once in a {@link #PERIOD}. */
    public void keep() {
        now().thenAccept(this::add);
    }

    private synchronized void add(StatsSample sample) {
        history.addLast(sample);
        if (history.size() > MOST) {
            history.removeFirst();
        }
    }

    /** The samples after a moment, oldest first. */
    public synchronized List<StatsSample> since(Instant moment) {
        return history.stream().filter(sample -> sample.time().isAfter(moment)).toList();
    }
}
