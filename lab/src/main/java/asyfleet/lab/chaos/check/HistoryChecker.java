package asyfleet.lab.chaos.check;

import asyfleet.lab.chaos.history.Excuse;
import asyfleet.lab.chaos.history.FleetSample.QueueSample;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.HistoryEvent.Sampled;
import asyfleet.lab.chaos.history.HistoryEvent.Unproven;
import asyfleet.lab.chaos.history.HistoryEvent.WholeAgain;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * All promises over a whole history: a history in, violations out. A history that is cut off proves nothing: what it lacks is
 * neither good nor excused.
 */
public final class HistoryChecker {

    private final double queueTimeout;

    /** @param queueTimeout how long a task may wait, in seconds */
    public HistoryChecker(double queueTimeout) {
        this.queueTimeout = queueTimeout;
    }

    public List<Violation> check(List<HistoryEvent> events) {
        List<FaultWindow> faults = FaultWindow.of(events);
        List<Violation> violations = new ArrayList<>();
        violations.addAll(new TaskPromises(faults, queueTimeout).check(TaskStory.of(events)));
        violations.addAll(new LimiterPromise(faults).check(events));
        violations.addAll(dispatches(faults, events));
        violations.addAll(recoveries(faults));
        violations.addAll(endless(faults));
        violations.addAll(new RestPromise().check(events));
        violations.addAll(unproven(events));
        violations.sort(Comparator.comparingDouble(Violation::at));
        return violations;
    }

    private static List<Violation> dispatches(List<FaultWindow> faults, List<HistoryEvent> events) {
        return events.stream()
                .filter(Sampled.class::isInstance)
                .map(Sampled.class::cast)
                .filter(seen -> !FaultWindow.isExcused(faults, Excuse.SLOTS_CHANGE, seen.at(), seen.at()))
                .filter(seen ->
                        seen.sample().queue().filter(HistoryChecker::isOver).isPresent())
                .map(seen -> new Violation(
                        ViolationKind.OVER_DISPATCHED,
                        seen.at(),
                        0,
                        seen.sample().queue().get().toString()))
                .toList();
    }

    private static boolean isOver(QueueSample queue) {
        return queue.executing() > queue.slots() || queue.slow() > queue.slowLimit();
    }

    private static List<Violation> recoveries(List<FaultWindow> faults) {
        return faults.stream()
                .filter(fault -> fault.recovered().isEmpty() && Double.isFinite(fault.healed()))
                .map(fault -> new Violation(
                        ViolationKind.NOT_WHOLE,
                        fault.healed(),
                        0,
                        fault.kind().title() + " (" + fault.target() + "); it explains nothing after "
                                + WholeAgain.LIMIT.toSeconds() + " s"))
                .toList();
    }

    /** A fault whose end is missing would explain everything after it. */
    private static List<Violation> endless(List<FaultWindow> faults) {
        return faults.stream()
                .filter(fault -> Double.isInfinite(fault.healed()))
                .map(fault -> new Violation(
                        ViolationKind.UNPROVEN,
                        fault.struck(),
                        0,
                        fault.kind().title() + " (" + fault.target() + "): the history does not say when it was over"))
                .toList();
    }

    private static List<Violation> unproven(List<HistoryEvent> events) {
        return events.stream()
                .filter(Unproven.class::isInstance)
                .map(Unproven.class::cast)
                .map(seen -> new Violation(ViolationKind.UNPROVEN, seen.at(), 0, seen.text()))
                .toList();
    }
}
