package asyfleet.scheduler.loop;

import asyfleet.redis.scheduler.Arrival;
import asyfleet.redis.scheduler.Events;
import asyfleet.redis.scheduler.FleetState;
import asyfleet.redis.scheduler.SchedulerStore;
import asyfleet.redis.scheduler.Sweep;
import asyfleet.redis.scheduler.TakeEvents;
import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.DecisionCore;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.estimate.Estimate;
import asyfleet.scheduler.estimate.Experience;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state and the steps of a scheduler while it leads with one token. It begins with {@link #rebuild}; whenever a
 * call ends with an exception the term is over, because what it believes may no longer be what Redis holds. Trying to
 * mend it was rejected: reading everything anew is one script, and the only path that a restart has to take anyway.
 *
 * <p>Each public step is a few calls to the {@link SchedulerStore}, and the process may die between any two of them: what one call
 * did is complete in itself, and the next term finds it in Redis.
 *
 * <p>Owned by the loop's thread.
 */
final class Term {

    private static final Logger LOG = LoggerFactory.getLogger(Term.class);

    private final SchedulerStore store;
    private final LoopSettings settings;
    private final Experience experience;
    private final SchedulerMetrics metrics;
    private final FleetClock clock = new FleetClock();
    private final TaskTable tasks = new TaskTable();
    private final TaskLog log = new TaskLog();
    private final DecisionWriter decisionWriter;
    private final DecisionCore core;
    private List<TrackedTask> undecided = List.of();
    private Set<String> missingServers = Set.of();
    private long lastArrival;
    private boolean changed = true;

    /**
     * @param experience what all terms learned of run times and arrivals
     * @param random gives a number from 0 below its argument
     */
    Term(
            SchedulerStore store,
            LoopSettings settings,
            Experience experience,
            SchedulerMetrics metrics,
            IntUnaryOperator random) {
        this.store = store;
        this.settings = settings;
        this.experience = experience;
        this.metrics = metrics;
        this.decisionWriter = new DecisionWriter(tasks, clock, metrics, log);
        this.core = new DecisionCore(settings.rules(), random, decisionWriter);
    }

    /**
     * The outcome of a turn.
     *
     * @param arrived how many tasks arrived
     * @param mayBeMore whether there may be more to take
     */
    record Taken(int arrived, boolean mayBeMore) {}

    /** Goes on from what is in Redis. Decides nothing yet: what ended meanwhile is taken by the first {@link #turn}. */
    void rebuild() {
        FleetState state = store.read();
        clock.set(state.nowMillis());
        Recovered recovered = Recovered.from(state, settings.rules().levels());
        recovered.tasks().forEach(task -> tasks.put(task, true));
        Snapshot found = recovered.state();
        core.resume(new Snapshot(usable(found.backends()), found.waiting(), found.running()));
        undecided = recovered.undecided();
    }

    /**
     * Takes what happened, decides, and has the decisions carried out.
     *
     * @param backends whether slots may have joined or left
     */
    Taken turn(boolean backends) {
        Events events = store.take(new TakeEvents.Known(lastArrival, free(), backends));
        lastArrival = events.lastArrival();
        clock.set(events.nowMillis());
        if (events.backends() != Events.AS_BEFORE) {
            backends(events.backends());
        }
        events.finished().forEach(id -> end(id, false));
        decideUndecided();
        for (Arrival arrival : events.arrived()) {
            TrackedTask task = TrackedTask.arriving(arrival, events.nowMillis());
            experience.arrived(task.task());
            arrive(task);
        }
        tick();
        return new Taken(events.arrived().size(), events.mayBeMore());
    }

    /** How many tasks can be dispatched at once. */
    private int free() {
        return core.waiting() > 0 ? 0 : Math.max(0, core.backends() - running());
    }

    /** Those in the queue first: a shell gets only a backend that none of them needs. */
    private void decideUndecided() {
        if (!undecided.isEmpty()) {
            core.tick(clock.millis());
            undecided.forEach(this::arrive);
            undecided = List.of();
        }
    }

    /** Denies those that waited too long, and writes whatever was decided. */
    void tick() {
        core.tick(clock.millis());
        write();
    }

    /** Millis until {@link #tick} has something to do, if nothing happens before. */
    OptionalLong millisToTick() {
        OptionalLong next = core.nextTick();
        return next.isPresent()
                ? OptionalLong.of(Math.max(0, next.getAsLong() - clock.millis()))
                : OptionalLong.empty();
    }

    /** Looks for what died without a word, and restores the counts. */
    void sweep() {
        Sweep found = store.sweep(tasks.servers());
        count(found);
        backends(found.backends());
        found.ended().forEach(id -> end(id, true));
        found.requeued().forEach(id -> requeue(id, found.requeuedScore()));
        write();
        abandonTasksOfDead(found.deadServers());
    }

    /**
     * A queue server is dead when two sweeps in a row miss its lease: after a pause of Redis itself every lease has run
     * out, and the servers that live renew theirs before the second look. Their waiting tasks end at once. Those that run
     * lose their keys, so a later sweep frees their places, if the slot has not noticed the closed connection before.
     */
    private void abandonTasksOfDead(List<String> servers) {
        for (String server : servers) {
            if (missingServers.contains(server)) {
                Collection<String> orphans = tasks.tasksOf(server);
                LOG.warn("queue server dead server={} tasks={}", server, orphans.size());
                store.abandon(orphans);
            }
        }
        missingServers = new HashSet<>(servers);
    }

    /** Whether the fleet changed since the last {@link #view}. */
    boolean changed() {
        return changed;
    }

    /** The fleet as it is now. Costs more the more wait: not for every turn. */
    FleetView view() {
        changed = false;
        long now = clock.millis();
        int[] limits = IntStream.range(0, settings.rules().levels().count())
                .map(core::limit)
                .toArray();
        return new FleetView(core.snapshot(), limits, experience.forecast(now), now);
    }

    /** These estimates, computed at that time, were sent to the clients. */
    void published(List<Estimate> estimates, long atMillis) {
        for (Estimate estimate : estimates) {
            tasks.find(estimate.id()).ifPresent(entry -> entry.keepFirstEstimate(atMillis, estimate.waitMillis()));
        }
    }

    int waiting() {
        return core.waiting();
    }

    int running() {
        return core.runningFrom(0);
    }

    private void arrive(TrackedTask task) {
        changed = true;
        tasks.put(task, false);
        core.arrive(task.task());
    }

    private void requeue(String id, long score) {
        TaskTable.Entry entry = tasks.remove(id)
                .orElseThrow(() -> new IllegalStateException("task " + id + " was requeued and is not in the table"));
        TrackedTask again = entry.task().again(score);
        tasks.put(again, false);
        core.requeue(again.task(), clock.millis());
    }

    /** @param cutShort whether something else than the task itself ended it */
    private void end(String id, boolean cutShort) {
        changed = true;
        long now = clock.millis();
        Optional<TaskTable.Entry> entry = tasks.remove(id);
        boolean startUnknown = entry.map(TaskTable.Entry::recovered).orElse(true);
        Optional<ActiveRun> ran = core.end(id, now);
        ran.ifPresent(run -> learn(run, cutShort || startUnknown, now));
        entry.ifPresent(known -> log.ended(known.task(), ran, cutShort, now));
    }

    private void learn(ActiveRun run, boolean cut, long now) {
        metrics.ended();
        if (cut) {
            experience.cut(run, now);
        } else {
            metrics.ran(run.level(), now - run.startedAt());
            experience.ended(run, now);
        }
    }

    private void backends(int live) {
        int usable = usable(live);
        if (usable != core.backends()) {
            changed = true;
            core.backends(usable, clock.millis());
        }
    }

    private int usable(int live) {
        return Math.min(live, settings.mostRunning());
    }

    /** A task that is gone when it should be dispatched leaves its place to another, which is decided in turn. */
    private void write() {
        for (var decisions = decisionWriter.takeAll(); !decisions.isEmpty(); decisions = decisionWriter.takeAll()) {
            changed = true;
            store.apply(decisions).forEach(id -> end(id, true));
        }
    }

    private void count(Sweep found) {
        metrics.swept("server", found.deadServers().size());
        metrics.swept("task", found.ended().size());
        metrics.swept("unclaimed", found.requeued().size());
    }
}
