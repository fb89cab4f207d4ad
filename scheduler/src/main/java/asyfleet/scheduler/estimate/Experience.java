package asyfleet.scheduler.estimate;

import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.QueuePlace;
import asyfleet.scheduler.decide.Task;
import asyfleet.scheduler.decide.TaskKind;

/**
 * The statistics of past runs and arrivals, from which the scheduler learns how long tasks run and how often they
 * arrive.
 *
 * <p>Owned by one thread. {@link #forecast} gives what it knows to others.
 */
public final class Experience {

    private final Levels levels;
    private final RunTimes runTimes;
    private final Arrivals[] arrivals = new Arrivals[QueuePlace.MAX_PRIORITY + 1];

    public Experience(Levels levels) {
        this.levels = levels;
        this.runTimes = new RunTimes(levels);
        for (int priority = 0; priority < arrivals.length; priority++) {
            arrivals[priority] = new Arrivals();
        }
    }

    /** A task arrived. Shells do not count: they overtake nobody. */
    public void arrived(Task task) {
        if (task.demand().kind() != TaskKind.INTERACTIVE) {
            arrivals[task.place().priority()].add(task.demand(), task.arrivedAt());
        }
    }

    /** A run ended. If it had used up its duration, that is what ended it, and it would have taken longer. */
    public void ended(ActiveRun run, long now) {
        long ran = Math.max(0, now - run.startedAt());
        runTimes.add(run, Math.min(ran, run.durationMillis()), ran < run.durationMillis());
    }

    /** A run was halted, or its client left: it says only that it would have taken longer. */
    public void cut(ActiveRun run, long now) {
        runTimes.add(run, Math.max(0, now - run.startedAt()), false);
    }

    public Forecast forecast(long now) {
        Arrivals.Stream[] streams = new Arrivals.Stream[arrivals.length];
        for (int priority = 0; priority < arrivals.length; priority++) {
            streams[priority] = arrivals[priority].expected(now);
        }
        return new Forecast(levels, runTimes.curves(), streams);
    }
}
