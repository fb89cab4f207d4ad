package asyfleet.scheduler.decide;

import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * The pure core of the scheduler: events in, decisions out.
 *
 * <p>The life of a task here, every move and what makes it; whatever is not listed is ignored, so that an event which is
 * told twice, late, or about a task that is long gone harms nothing:
 *
 * <pre>
 * unknown → waiting   arrive, with a place in the queue
 * unknown → unknown   arrive, and denied: the queue is full, or a shell found no free backend
 * unknown → running   arrive, a shell that found a free backend
 * waiting → running   dispatched by the cycle
 * waiting → unknown   end (its client left), or denied because it waited too long
 * running → running   downgraded by the cycle, or by a shell that was turned away
 * running → unknown   end, or a shell halted by the cycle
 * running → waiting   requeue: no backend took it, and it goes on waiting from its arrival; a shell arrives once more
 * running → unknown   requeue, and denied because it waited too long
 * </pre>
 *
 * <p>The cycle runs after every single event and not once per batch, so decisions do not depend on how events happened
 * to be batched. Decisions go to a consumer in the order in which they have to be seen.
 *
 * <p>Not safe for threads: one thread owns a core. Others may look at a {@link Snapshot}.
 */
public final class DecisionCore {

    private final SchedulingRules rules;
    private final Consumer<Decision> decisions;
    private final WaitingQueue waiting;
    private final RunningSet running;
    private final Cycle cycle;
    private int backends;

    /**
     * An empty core for a fleet without backends.
     *
     * @param random gives a number from 0 below its argument
     */
    public DecisionCore(SchedulingRules rules, IntUnaryOperator random, Consumer<Decision> decisions) {
        this.rules = rules;
        this.decisions = Objects.requireNonNull(decisions, "decisions");
        this.waiting = new WaitingQueue(rules.levels());
        this.running = new RunningSet(rules.levels());
        this.cycle = new Cycle(rules.levels(), waiting, running, random, decisions);
    }

    /**
     * Goes on from a state, which must be told to an empty core before any event. Decides nothing yet: a scheduler that
     * restarts may have to hear first what ended meanwhile. Nothing that waits is denied for a full queue: it was
     * admitted already.
     */
    public void resume(Snapshot state) {
        if (waiting.size() > 0 || running.countFrom(0) > 0) {
            throw new IllegalStateException("core has tasks already, expected an empty one");
        }
        setBackends(state.backends());
        state.waiting().forEach(waiting::add);
        state.running().forEach(run -> running.add(new RunningEntry(run)));
    }

    /** A task arrived. */
    public void arrive(Task task) {
        arrive(task, task.arrivedAt());
    }

    private void arrive(Task task, long now) {
        if (waiting.contains(task.id()) || running.find(task.id()) != null) {
            return;
        }
        if (task.demand().kind() == TaskKind.INTERACTIVE) {
            arriveInteractive(task, now);
        } else {
            arriveInQueue(task);
        }
        cycle.repeat(now);
    }

    /**
     * A task was dispatched and no backend took it: it arrives once more, before anybody gets the place it had, unless it
     * has waited too long by now. Without that, backends that count and take nothing would make it wait for ever.
     */
    public void requeue(Task task, long now) {
        remove(task.id());
        if (timedOut(task, now)) {
            denyTimedOut(task, now);
            cycle.repeat(now);
        } else {
            arrive(task, now);
        }
    }

    /**
     * A task finished, was aborted, or its client left.
     *
     * @return how it ran, if it was running
     */
    public Optional<ActiveRun> end(String id, long now) {
        RunningEntry run = running.find(id);
        if (remove(id)) {
            cycle.repeat(now);
        }
        return Optional.ofNullable(run).map(RunningEntry::toRun);
    }

    /** The fleet has that many live backends now, which may be fewer than tasks run. */
    public void backends(int backends, long now) {
        setBackends(backends);
        cycle.repeat(now);
    }

    /** Time has passed: those that waited too long are denied. */
    public void tick(long now) {
        for (Task task = waiting.oldest(); task != null && timedOut(task, now); task = waiting.oldest()) {
            waiting.remove(task.id());
            denyTimedOut(task, now);
        }
        cycle.repeat(now);
    }

    /** When {@link #tick} has something to do next, if nothing else happens before. */
    public OptionalLong nextTick() {
        Task oldest = waiting.oldest();
        return oldest == null ? OptionalLong.empty() : OptionalLong.of(oldest.arrivedAt() + timeoutMillis());
    }

    public Snapshot snapshot() {
        return new Snapshot(backends, waiting.inOrder(), running.all());
    }

    public int backends() {
        return backends;
    }

    public int waiting() {
        return waiting.size();
    }

    /** How many tasks run at that level or slower. */
    public int runningFrom(int level) {
        return running.countFrom(level);
    }

    /** How many tasks may run at that level or slower. */
    public int limit(int level) {
        return cycle.limit(level);
    }

    private void arriveInteractive(Task task, long now) {
        if (!cycle.admitInteractive(task, now)) {
            deny(task, new Denial.NoFreeBackend(backends));
        }
    }

    /** A task that was admitted once and lost its backend is not turned away for a full queue. */
    private void arriveInQueue(Task task) {
        if (waiting.size() >= rules.maxWaiting() && !task.place().ahead()) {
            deny(task, new Denial.QueueFull(waiting.size(), rules.maxWaiting()));
        } else {
            waiting.add(task);
        }
    }

    private boolean remove(String id) {
        RunningEntry run = running.find(id);
        if (run == null) {
            return waiting.remove(id);
        }
        running.remove(run);
        return true;
    }

    private void setBackends(int backends) {
        if (backends < 0) {
            throw new IllegalArgumentException("number of backends is " + backends + ", expected 0 or more");
        }
        this.backends = backends;
        cycle.backends(backends);
    }

    private boolean timedOut(Task task, long now) {
        return now - task.arrivedAt() >= timeoutMillis();
    }

    private long timeoutMillis() {
        return rules.queueTimeout().toMillis();
    }

    private void denyTimedOut(Task task, long now) {
        deny(task, new Denial.QueueTimeout(now - task.arrivedAt(), timeoutMillis()));
    }

    private void deny(Task task, Denial reason) {
        decisions.accept(new Decision.Deny(task.id(), reason));
    }
}
