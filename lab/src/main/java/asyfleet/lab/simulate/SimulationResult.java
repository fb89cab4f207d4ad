package asyfleet.lab.simulate;

import asyfleet.lab.report.Samples;
import asyfleet.scheduler.decide.TaskKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** The measurements of one simulation. */
final class SimulationResult {

    /** Nobody minds how wrong the estimate of a shorter wait was. */
    static final long LONG_WAIT_MILLIS = 1_000;

    /** The classes in the order of the tables: default tasks, levels from the fastest, shells. */
    private static final Comparator<TaskClass> BY_KIND =
            Comparator.comparing(TaskClass::kind).thenComparing(TaskClass::level);

    private final Scenario scenario;
    private final Map<TaskClass, ClassResult> classes = new TreeMap<>(BY_KIND);
    private final List<ToldEstimate> estimates = new ArrayList<>();
    private int waited;
    private double busyMillis;

    SimulationResult(Scenario scenario) {
        this.scenario = scenario;
    }

    /** The measurements of one class of tasks. */
    static final class ClassResult {
        final Samples waitSeconds = new Samples();
        int cut;
        int denied;
        int halted;
    }

    void busy(long millis) {
        busyMillis += millis;
    }

    /** The estimates that one task was told, the first one first. */
    void addEstimates(List<ToldEstimate> ofOneTask) {
        waited += ofOneTask.isEmpty() ? 0 : 1;
        estimates.addAll(ofOneTask);
    }

    ClassResult of(TaskClass taskClass) {
        return classes.computeIfAbsent(taskClass, any -> new ClassResult());
    }

    Map<TaskClass, ClassResult> classes() {
        return classes;
    }

    Scenario scenario() {
        return scenario;
    }

    /** The share of the time that backends were busy, with tasks that stretched and shells too. */
    double busyShare() {
        return busyMillis / ((double) scenario.backends() * scenario.length().toMillis());
    }

    double messagesPerWait() {
        return estimates.size() / (double) waited;
    }

    /** Over the estimates that were told, of waits that then lasted for more than a second. */
    Samples over(Predicate<ToldEstimate> which, ToDoubleFunction<ToldEstimate> what) {
        Samples samples = new Samples();
        estimates.stream()
                .filter(estimate -> estimate.trueMillis() > LONG_WAIT_MILLIS)
                .filter(which)
                .forEach(estimate -> samples.add(what.applyAsDouble(estimate)));
        return samples;
    }

    /** The first estimates of all tasks that then waited for more than a second. */
    List<ToldEstimate> firstEstimates() {
        return estimates.stream()
                .filter(estimate -> estimate.first() && estimate.trueMillis() > LONG_WAIT_MILLIS)
                .toList();
    }

    static boolean queues(TaskClass taskClass) {
        return taskClass.kind() != TaskKind.INTERACTIVE;
    }
}
