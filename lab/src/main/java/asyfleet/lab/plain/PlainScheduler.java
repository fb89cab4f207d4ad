package asyfleet.lab.plain;

import asyfleet.lab.plain.PlainTask.Timeout;
import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.Decision;
import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Denial;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import asyfleet.scheduler.decide.TaskKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The rule for three levels, written down from its first description sentence by sentence, with lists that are scanned.
 *
 * <p>It serves twice: tests compare every decision of the core with it on random histories, and the benchmark shows what
 * the core's structures are worth. So it stays plain: no counts that are kept, no structure that is clever, and nothing
 * shared with the core but the types of events and decisions.
 */
public final class PlainScheduler {

    private static final Comparator<PlainTask> ORDER =
            Comparator.comparing(waiting -> waiting.task.place().score());

    private final PlainRules rules;
    private final Function<List<PlainTask>, PlainTask> chance;
    private final Consumer<Decision> decisions;
    private final List<PlainTask> queue = new ArrayList<>();
    private final List<PlainTask> running = new ArrayList<>();
    private final Set<PlainTask> ignored = new HashSet<>();
    private int backends;

    /** @param chance takes "a random one of them" */
    public PlainScheduler(PlainRules rules, Function<List<PlainTask>, PlainTask> chance, Consumer<Decision> decisions) {
        this.rules = rules;
        this.chance = chance;
        this.decisions = decisions;
    }

    /** Goes on from a state, so that the benchmark need not wait for it to fill. */
    public void resume(Snapshot state) {
        backends = state.backends();
        state.waiting().forEach(task -> queue.add(new PlainTask(task, nominalTimeout(task.demand()))));
        for (ActiveRun run : state.running()) {
            PlainTask task = new PlainTask(run.task(), nominalTimeout(run.task().demand()));
            task.assigned = Timeout.values()[run.level()];
            running.add(task);
        }
    }

    public void arrive(Task task) {
        if (find(task.id()).isPresent()) {
            return;
        }
        if (task.demand().kind() == TaskKind.INTERACTIVE) {
            arriveInteractive(task);
        } else if (queue.size() >= rules.maxWaiting() && !task.place().ahead()) {
            decisions.accept(new Decision.Deny(task.id(), new Denial.QueueFull(queue.size(), rules.maxWaiting())));
        } else {
            queue.add(new PlainTask(task, nominalTimeout(task.demand())));
            queue.sort(ORDER);
        }
        repeatCycle();
    }

    public void end(String id) {
        Optional<PlainTask> known = find(id);
        known.ifPresent(this::forget);
        if (known.isPresent()) {
            repeatCycle();
        }
    }

    public void backends(int backends) {
        this.backends = backends;
        repeatCycle();
    }

    public void tick(long now) {
        List<PlainTask> late = new ArrayList<>(queue);
        late.removeIf(waiting -> now - waiting.task.arrivedAt() < rules.timeoutMillis());
        late.sort(Comparator.comparing(waiting -> waiting.task.arrivedAt()));
        for (PlainTask waiting : late) {
            queue.remove(waiting);
            long waited = now - waiting.task.arrivedAt();
            decisions.accept(
                    new Decision.Deny(waiting.task.id(), new Denial.QueueTimeout(waited, rules.timeoutMillis())));
        }
        repeatCycle();
    }

    private void repeatCycle() {
        boolean repeats = true;
        while (repeats) {
            ignored.clear();
            slowTaskFirst();
            mediumToSlowTaskFirst();
            unignoredTasksRemain();
            repeats = assignToFreeBackend();
        }
    }

    /** If a "slow" task is the first in queue and the "slow limit" is reached … */
    private void slowTaskFirst() {
        PlainTask first = firstUnignored();
        if (first == null || first.nominal != Timeout.SLOW || !slowLimitReached()) {
            return;
        }
        List<PlainTask> slow = running(task -> task.isDefaultWith(Timeout.SLOW));
        if (!slow.isEmpty()) {
            downgrade(chance.apply(slow), mediumLimitReached() ? Timeout.FAST : Timeout.MEDIUM);
        }
        if (slowLimitReached()) {
            ignoreAll(waiting -> waiting.nominal == Timeout.SLOW);
        }
    }

    /** If a "medium"-to-"slow" task is the first in queue, and the "medium limit" is reached … */
    private void mediumToSlowTaskFirst() {
        PlainTask first = firstUnignored();
        if (first == null || first.nominal == Timeout.FAST || !mediumLimitReached()) {
            return;
        }
        List<PlainTask> slow = running(task -> task.isDefaultWith(Timeout.SLOW));
        List<PlainTask> medium = running(task -> task.isDefaultWith(Timeout.MEDIUM));
        if (!slow.isEmpty()) {
            downgrade(chance.apply(slow), Timeout.FAST);
        } else if (!medium.isEmpty()) {
            downgrade(chance.apply(medium), Timeout.FAST);
        }
        if (mediumLimitReached()) {
            ignoreAll(waiting -> waiting.nominal != Timeout.FAST);
        }
    }

    /** If any unignored tasks in queue remain, and the "fast limit" is reached … */
    private void unignoredTasksRemain() {
        if (firstUnignored() == null || !fastLimitReached()) {
            return;
        }
        for (PlainTask task : running(task -> task.isDefaultWith(Timeout.SLOW) || task.isDefaultWith(Timeout.MEDIUM))) {
            downgrade(task, Timeout.FAST);
        }
        List<PlainTask> interactive = running(PlainTask::isInteractive);
        if (!interactive.isEmpty()) {
            PlainTask halted = chance.apply(interactive);
            running.remove(halted);
            decisions.accept(new Decision.Halt(halted.task.id()));
        }
    }

    /** If at this point there still is an unignored task in the queue, it is assigned to a free backend. */
    private boolean assignToFreeBackend() {
        PlainTask first = firstUnignored();
        if (first == null || fastLimitReached()) {
            return false;
        }
        queue.remove(first);
        if (first.task.demand().kind() == TaskKind.DEFAULT) {
            first.assigned = largestTimeoutWithinLimits();
        }
        start(first);
        return true;
    }

    /** "Interactive" tasks never come to the queue. */
    private void arriveInteractive(Task task) {
        if (!fastLimitReached()) {
            start(new PlainTask(task, Timeout.FAST));
            return;
        }
        List<PlainTask> slow = running(running -> running.isDefaultWith(Timeout.SLOW));
        List<PlainTask> medium = running(running -> running.isDefaultWith(Timeout.MEDIUM));
        if (!slow.isEmpty()) {
            downgrade(chance.apply(slow), Timeout.MEDIUM);
        } else if (!medium.isEmpty()) {
            downgrade(chance.apply(medium), Timeout.FAST);
        }
        decisions.accept(new Decision.Deny(task.id(), new Denial.NoFreeBackend(backends)));
    }

    private Timeout largestTimeoutWithinLimits() {
        if (mediumLimitReached()) {
            return Timeout.FAST;
        }
        return slowLimitReached() ? Timeout.MEDIUM : Timeout.SLOW;
    }

    private boolean fastLimitReached() {
        return running.size() >= backends;
    }

    private boolean mediumLimitReached() {
        int count = running(task -> task.assigned != Timeout.FAST).size();
        return count >= Math.max(1, backends * rules.mediumPercent() / 100);
    }

    private boolean slowLimitReached() {
        int count = running(task -> task.assigned == Timeout.SLOW).size();
        return count >= Math.max(1, backends * rules.slowPercent() / 100);
    }

    private PlainTask firstUnignored() {
        for (PlainTask waiting : queue) {
            if (!ignored.contains(waiting)) {
                return waiting;
            }
        }
        return null;
    }

    private void ignoreAll(Predicate<PlainTask> which) {
        queue.stream().filter(which).forEach(ignored::add);
    }

    private List<PlainTask> running(Predicate<PlainTask> which) {
        return running.stream().filter(which).toList();
    }

    private void downgrade(PlainTask task, Timeout timeout) {
        task.assigned = timeout;
        decisions.accept(new Decision.Downgrade(task.task.id(), timeout.ordinal(), millis(timeout)));
    }

    private void start(PlainTask task) {
        running.add(task);
        decisions.accept(new Decision.Dispatch(task.task.id(), task.assigned.ordinal(), durationOf(task)));
    }

    private static long durationOf(PlainTask task) {
        return task.isInteractive()
                ? task.task.demand().millis()
                : Math.min(task.task.demand().millis(), millis(task.assigned));
    }

    private static Timeout nominalTimeout(Demand demand) {
        if (demand.kind() == TaskKind.DEFAULT || demand.millis() <= PlainRules.FAST_MILLIS) {
            return Timeout.FAST;
        }
        return demand.millis() <= PlainRules.MEDIUM_MILLIS ? Timeout.MEDIUM : Timeout.SLOW;
    }

    private static long millis(Timeout timeout) {
        return switch (timeout) {
            case FAST -> PlainRules.FAST_MILLIS;
            case MEDIUM -> PlainRules.MEDIUM_MILLIS;
            case SLOW -> PlainRules.SLOW_MILLIS;
        };
    }

    private Optional<PlainTask> find(String id) {
        return queue.stream()
                .filter(waiting -> waiting.task.id().equals(id))
                .findFirst()
                .or(() -> running.stream()
                        .filter(task -> task.task.id().equals(id))
                        .findFirst());
    }

    private void forget(PlainTask task) {
        queue.remove(task);
        running.remove(task);
    }
}
