package asyfleet.lab.bench.scheduler;

import asyfleet.lab.simulate.SimulatedLoad;
import asyfleet.lab.simulate.TaskClass;
import asyfleet.scheduler.decide.Decision;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.Order;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import asyfleet.scheduler.decide.TaskKind;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * A full fleet in balance: a task ends, another arrives, and one that waits is dispatched; over and over, for as long as
 * a measurement takes.
 */
final class BusyFleet implements Consumer<Decision> {

    /** A scheduler that can be measured. */
    interface MeasuredScheduler {
        void arrive(Task task);

        void end(String id, long now);
    }

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Order ORDER = new Order(Duration.ofSeconds(60));

    private final Levels levels;
    private final Random random = new Random(1);
    private final SimulatedLoad load;
    private final List<String> running = new ArrayList<>();
    private long counter;
    private long dispatched;

    BusyFleet(Levels levels) {
        this.levels = levels;
        this.load = new SimulatedLoad(levels, 80, random);
    }

    @Override
    public void accept(Decision decision) {
        if (decision instanceof Decision.Dispatch) {
            dispatched++;
            running.add(decision.id());
        }
    }

    /** Follows what a scheduler that resumes has running. */
    void resume(Snapshot state) {
        state.running().forEach(run -> running.add(run.task().id()));
        counter = 2L * (state.running().size() + state.waiting().size());
    }

    void arrive(MeasuredScheduler scheduler) {
        TaskClass taskClass = load.nextClass();
        if (taskClass.kind() == TaskKind.INTERACTIVE) {
            taskClass = new TaskClass(TaskKind.DEFAULT, 0);
        }
        long now = counter;
        scheduler.arrive(new Task(
                Long.toString(counter++), taskClass.demand(levels), ORDER.place(now, load.nextPriority()), now));
    }

    /** Dispatches per second of processor time, which other programs on the same machine do not take away. */
    double run(MeasuredScheduler scheduler, Duration length) {
        dispatched = 0;
        long start = cpuNanos();
        long end = start + length.toNanos();
        long now = start;
        while (now < end) {
            for (int i = 0; i < 20; i++) {
                scheduler.end(takeRandom(), counter);
                arrive(scheduler);
            }
            now = cpuNanos();
        }
        return dispatched * 1e9 / (now - start);
    }

    /** Of this thread alone. */
    static long cpuNanos() {
        return THREADS.getCurrentThreadCpuTime();
    }

    private String takeRandom() {
        int index = random.nextInt(running.size());
        String last = running.remove(running.size() - 1);
        return index == running.size() ? last : running.set(index, last);
    }
}
