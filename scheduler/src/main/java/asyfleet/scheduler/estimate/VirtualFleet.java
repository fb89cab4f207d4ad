package asyfleet.scheduler.estimate;

import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.Decision;
import asyfleet.scheduler.decide.DecisionCore;
import asyfleet.scheduler.decide.SchedulingRules;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.function.IntUnaryOperator;

/**
 * A simulated fleet on virtual time: the real core decides, and a simulated backend takes as long for a task as the
 * {@link Workload} says. The estimates and the simulation differ only in their workload.
 *
 * <p>Owned by one thread.
 */
public final class VirtualFleet implements Decision.Handler<Void> {

    /** The run times of the tasks of a virtual fleet, and the listener that hears what becomes of them. */
    public interface Workload {

        /** How long a task that starts, or has run so long already, takes in all if nothing limits it. */
        long totalMillis(Task task, long elapsedMillis);

        void started(Task task, long now);

        /** @param halted it was a shell that had to give way */
        default void ended(ActiveRun run, boolean halted, long now) {}

        default void denied(Decision.Deny deny, long now) {}
    }

    /**
     * The planned end of a task. Ends of the same moment are ordered by ID: the order must not depend on what else is
     * planned, or estimates would.
     */
    private record End(long at, VirtualTask task) implements Comparable<End> {
        @Override
        public int compareTo(End other) {
            return at != other.at ? Long.compare(at, other.at) : task.task.id().compareTo(other.task.task.id());
        }
    }

    private final PriorityQueue<End> ends = new PriorityQueue<>();
    private final Map<String, VirtualTask> tasks = new HashMap<>();
    private final Workload workload;
    private final DecisionCore core;
    private long now;

    public VirtualFleet(SchedulingRules rules, IntUnaryOperator random, Workload workload) {
        this.workload = workload;
        this.core = new DecisionCore(rules, random, decision -> decision.accept(this));
    }

    /** Goes on from a state of the real fleet and dispatches what can be. */
    public void resume(Snapshot state, long at) {
        now = at;
        core.resume(state);
        for (ActiveRun run : state.running()) {
            start(remember(run.task()), run.startedAt(), run.durationMillis());
        }
        state.waiting().forEach(this::remember);
        core.tick(at);
    }

    public void backends(int backends, long at) {
        now = at;
        core.backends(backends, at);
    }

    public void arrive(Task task) {
        now = task.arrivedAt();
        remember(task);
        core.arrive(task);
    }

    /** Lets time pass without anything ending: those that waited too long are denied. */
    public void pass(long at) {
        now = at;
        core.tick(at);
    }

    /** When the next task ends. */
    public OptionalLong nextEnd() {
        while (!ends.isEmpty() && ends.peek().task.endsAt != ends.peek().at) {
            ends.poll();
        }
        return ends.isEmpty() ? OptionalLong.empty() : OptionalLong.of(ends.peek().at);
    }

    /** Plays the next end, which {@link #nextEnd} has just announced. */
    public void playNextEnd() {
        End end = ends.poll();
        now = end.at;
        String id = end.task.task.id();
        tasks.remove(id);
        end.task.endsAt = -1;
        core.end(id, now).ifPresent(run -> workload.ended(run, false, now));
    }

    public int waiting() {
        return core.waiting();
    }

    public Snapshot snapshot() {
        return core.snapshot();
    }

    private VirtualTask remember(Task task) {
        VirtualTask virtual = new VirtualTask(task);
        tasks.put(task.id(), virtual);
        return virtual;
    }

    private void start(VirtualTask task, long startedAt, long durationMillis) {
        task.startedAt = startedAt;
        task.totalMillis = workload.totalMillis(task.task, now - startedAt);
        plan(task, durationMillis);
    }

    private void plan(VirtualTask task, long durationMillis) {
        if (task.plan(durationMillis, now)) {
            ends.add(new End(task.endsAt, task));
        }
    }

    @Override
    public Void on(Decision.Dispatch dispatch) {
        VirtualTask task = tasks.get(dispatch.id());
        workload.started(task.task, now);
        start(task, now, dispatch.durationMillis());
        return null;
    }

    @Override
    public Void on(Decision.Downgrade downgrade) {
        plan(tasks.get(downgrade.id()), downgrade.durationMillis());
        return null;
    }

    @Override
    public Void on(Decision.Halt halt) {
        VirtualTask shell = tasks.remove(halt.id());
        shell.endsAt = -1;
        workload.ended(new ActiveRun(shell.task, 0, shell.task.demand().millis(), shell.startedAt), true, now);
        return null;
    }

    @Override
    public Void on(Decision.Deny deny) {
        tasks.remove(deny.id());
        workload.denied(deny, now);
        return null;
    }
}
