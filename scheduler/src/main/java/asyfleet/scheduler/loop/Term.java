package asyfleet.scheduler.loop;

import asyfleet.redis.Arrival;
import asyfleet.redis.Events;
import asyfleet.redis.FleetState;
import asyfleet.redis.Sweep;
import asyfleet.scheduler.decide.DecisionCore;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.recovery.Recovered;
import asyfleet.scheduler.recovery.TrackedTask;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All that a scheduler knows and does while it leads with one token. It begins with {@link #rebuild}; whenever a call
 * ends with an exception the term is over, because what it believes may no longer be what Redis holds. Trying to mend it
 * was rejected: reading everything anew is one script, and the only path that a restart has to take anyway.
 *
 * <p>Each public step is a few calls to the {@link Fleet}, and the process may die between any two of them: what one call
 * did is complete in itself, and the next term finds it in Redis.
 *
 * <p>Owned by the loop's thread.
 */
final class Term {

    private static final Logger LOG = LoggerFactory.getLogger(Term.class);

    private final Fleet fleet;
    private final TermContext context;
    private final FleetClock clock;
    private final TaskBook book = new TaskBook();
    private final Scribe scribe;
    private final DecisionCore core;
    private List<TrackedTask> undecided = List.of();
    private Set<String> missingServers = Set.of();
    private long lastArrival;

    Term(Fleet fleet, TermContext context, LongSupplier nanoTime) {
        this.fleet = fleet;
        this.context = context;
        this.clock = new FleetClock(nanoTime);
        this.scribe = new Scribe(book, clock, context.metrics());
        this.core = new DecisionCore(context.rules(), context.random(), scribe);
    }

    /** Goes on from what is in Redis. Decides nothing yet: what ended meanwhile is taken by the first {@link #turn}. */
    void rebuild() {
        FleetState state = fleet.read();
        clock.set(state.nowMillis());
        Recovered recovered = Recovered.from(state, context.rules().levels());
        recovered.tasks().forEach(task -> book.put(task, true));
        Snapshot found = recovered.state();
        core.resume(new Snapshot(usable(found.backends()), found.waiting(), found.running()));
        undecided = recovered.undecided();
    }

    /** Takes what happened, decides, and has the decisions carried out. True if there may be more to take. */
    boolean turn() {
        Events events = fleet.take(lastArrival);
        lastArrival = events.lastArrival();
        clock.set(events.nowMillis());
        backends(events.backends());
        events.finished().forEach(this::end);
        decideUndecided();
        for (Arrival arrival : events.arrived()) {
            arrive(TrackedTask.arriving(arrival, events.nowMillis()));
        }
        tick();
        return events.mayBeMore();
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
        Sweep found = fleet.sweep(book.servers());
        count(found);
        backends(found.backends());
        found.ended().forEach(this::end);
        found.requeued().forEach(this::requeue);
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
                Collection<String> orphans = book.tasksOf(server);
                LOG.warn("queue server dead server={} tasks={}", server, orphans.size());
                fleet.abandon(orphans);
            }
        }
        missingServers = new HashSet<>(servers);
    }

    int waiting() {
        return core.waiting();
    }

    int running() {
        return core.runningFrom(0);
    }

    private void arrive(TrackedTask task) {
        book.put(task, false);
        core.arrive(task.task());
    }

    private void requeue(String id) {
        BookEntry entry = book.remove(id)
                .orElseThrow(() -> new IllegalStateException("task " + id + " was requeued and is not in the book"));
        TrackedTask again = entry.task().again(clock.millis());
        book.put(again, false);
        core.requeue(again.task());
    }

    private void end(String id) {
        book.remove(id);
        core.end(id, clock.millis()).ifPresent(run -> context.metrics().ended());
    }

    private void backends(int live) {
        int usable = usable(live);
        if (usable != core.backends()) {
            core.backends(usable, clock.millis());
        }
    }

    private int usable(int live) {
        return Math.min(live, context.mostRunning());
    }

    /** A task that is gone when it should be dispatched leaves its place to another, which is decided in turn. */
    private void write() {
        for (var decisions = scribe.takeAll(); !decisions.isEmpty(); decisions = scribe.takeAll()) {
            fleet.apply(decisions).forEach(this::end);
        }
    }

    private void count(Sweep found) {
        context.metrics().swept("server", found.deadServers().size());
        context.metrics().swept("task", found.ended().size());
        context.metrics().swept("unclaimed", found.requeued().size());
    }
}
