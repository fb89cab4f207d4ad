package asyfleet.lab.simulate;

import asyfleet.lab.report.Samples;
import asyfleet.scheduler.decide.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What a simulation measured. */
final class SimulationResult {

    /** Nobody minds how wrong the estimate of a shorter wait was. */
    static final long LONG_WAIT_MILLIS = 1_000;

    /** The classes in the order of the tables: default tasks, levels from the fastest, shells. */
    private static final Comparator<TaskClass> BY_KIND =
            Comparator.comparing(TaskClass::kind).thenComparing(TaskClass::level);

    private final Scenario scenery;
    private final Map<TaskClass, ClassOutcome> classes = new TreeMap<>(BY_KIND);
    private final List<ToldEstimate> told = new ArrayList<>();
    private int waited;
    private double busyMillis;

    SimulationResult(Scenario scenery) {
        this.scenery = scenery;
    }

    /** What became of the tasks of one class. */
    static final class ClassOutcome {
        final Samples waitSeconds = new Samples();
        int cut;
        int denied;
        int halted;
    }

    void busy(long millis) {
        busyMillis += millis;
    }

    /** The estimates that one task was told, the first one first. */
    void told(List<ToldEstimate> ofOneTask) {
        waited += ofOneTask.isEmpty() ? 0 : 1;
        told.addAll(ofOneTask);
    }

    ClassOutcome of(TaskClass taskClass) {
        return classes.computeIfAbsent(taskClass, any -> new ClassOutcome());
    }

    Map<TaskClass, ClassOutcome> classes() {
        return classes;
    }

    Scenario scenery() {
        return scenery;
    }

    /** The share of the time that backends were busy, with tasks that stretched and shells too. */
    double busyShare() {
        return busyMillis / ((double) scenery.backends() * scenery.length().toMillis());
    }

    double messagesPerWait() {
        return told.size() / (double) waited;
    }

    /** Over the estimates that were told, of waits that then lasted for more than a second. */
    Samples over(Predicate<ToldEstimate> which, ToDoubleFunction<ToldEstimate> what) {
        Samples samples = new Samples();
        told.stream()
                .filter(one -> one.trueMillis() > LONG_WAIT_MILLIS)
                .filter(which)
                .forEach(one -> samples.add(what.applyAsDouble(one)));
        return samples;
    }

    /** The first estimates of all tasks that then waited for more than a second. */
    List<ToldEstimate> firstEstimates() {
        return told.stream()
                .filter(one -> one.first() && one.trueMillis() > LONG_WAIT_MILLIS)
                .toList();
    }

    static boolean queues(TaskClass taskClass) {
        return taskClass.kind() != Kind.INTERACTIVE;
    }
}
