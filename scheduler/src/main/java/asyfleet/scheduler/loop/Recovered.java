package asyfleet.scheduler.loop;

import asyfleet.redis.scheduler.Arrival;
import asyfleet.redis.scheduler.ExecutingTask;
import asyfleet.redis.scheduler.FleetState;
import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.QueuePlace;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import asyfleet.scheduler.decide.TaskKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The fleet as a scheduler finds it when it begins to lead. Nothing in Redis is cleared for it: what is there is true.
 *
 * @param state what the core goes on from
 * @param tasks all tasks of that state
 * @param undecided interactive tasks that were taken in and neither dispatched nor denied: they arrive once more
 */
public record Recovered(Snapshot state, List<TrackedTask> tasks, List<TrackedTask> undecided) {

    public static Recovered from(FleetState fleet, Levels levels) {
        List<TrackedTask> waiting = new ArrayList<>();
        List<TrackedTask> undecided = new ArrayList<>();
        for (Arrival arrival : fleet.waiting()) {
            (arrival.asked().interactive() ? undecided : waiting).add(waiting(arrival, fleet.nowMillis()));
        }
        List<TrackedTask> tasks = new ArrayList<>(waiting);
        List<ActiveRun> runs = new ArrayList<>();
        for (ExecutingTask running : fleet.running()) {
            TrackedTask task = running(running, fleet.nowMillis());
            tasks.add(task);
            runs.add(run(running, task.task(), levels));
        }
        List<Task> queue = waiting.stream().map(TrackedTask::task).toList();
        return new Recovered(new Snapshot(fleet.backends(), queue, runs), tasks, undecided);
    }

    /** When it was taken in is not recorded, and its submission was a moment before. A shell is decided on now. */
    private static TrackedTask waiting(Arrival arrival, long nowMillis) {
        boolean waited = !arrival.asked().interactive();
        return TrackedTask.arriving(arrival, waited ? TrackedTask.submitted(arrival, nowMillis) : nowMillis);
    }

    private static TrackedTask running(ExecutingTask running, long nowMillis) {
        // Its place in the queue mattered until it was dispatched.
        QueuePlace place = new QueuePlace(nowMillis, running.asked().priority(), false);
        Task task = new Task(running.id(), TrackedTask.demand(running.asked()), place, nowMillis);
        return new TrackedTask(
                task, running.asked().server(), nowMillis, running.asked().trace());
    }

    /** When it started is not recorded: from now, so that estimates after a restart are rather too long than too short. */
    private static ActiveRun run(ExecutingTask running, Task task, Levels levels) {
        long millis = running.now().toMillis();
        Demand demand = task.demand();
        if (demand.kind() == TaskKind.INTERACTIVE) {
            return new ActiveRun(task, 0, Demand.NO_LIMIT, task.arrivedAt());
        }
        return new ActiveRun(
                task,
                levels.levelFor(demand.kind() == TaskKind.SPECIFIC ? demand.millis() : millis),
                millis,
                task.arrivedAt());
    }
}
