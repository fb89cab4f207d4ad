package asyfleet.scheduler.loop;

import asyfleet.redis.scheduler.Arrival;
import asyfleet.redis.scheduler.TaskDemand;
import asyfleet.scheduler.decide.Demand;
import asyfleet.scheduler.decide.QueuePlace;
import asyfleet.scheduler.decide.Task;
import asyfleet.trace.TaskTrace;
import java.util.Optional;

/**
 * A task of the core with the facts that the core does not need.
 *
 * @param server the queue server whose client waits, empty if unknown
 * @param submittedMillis when its client submitted it, by Redis' clock
 * @param trace its names in the log
 */
public record TrackedTask(Task task, String server, long submittedMillis, Optional<TaskTrace> trace) {

    /**
     * The core counts the wait from the moment the scheduler takes a task in. From its submission was rejected: after a
     * time without any scheduler all that waited would be turned away for having waited, with idle backends before them.
     */
    public static TrackedTask arriving(Arrival arrival, long nowMillis) {
        TaskDemand asked = arrival.asked();
        QueuePlace place = new QueuePlace(arrival.score(), asked.priority(), arrival.ahead());
        Task task = new Task(arrival.id(), demand(asked), place, nowMillis);
        return new TrackedTask(task, asked.server(), submitted(arrival, nowMillis), asked.trace());
    }

    /** It was dispatched and no slot took it: it goes ahead of the queue, and its wait goes on. */
    public TrackedTask again(long score) {
        QueuePlace ahead = new QueuePlace(score, task.place().priority(), true);
        Task queued = new Task(task.id(), task.demand(), ahead, task.arrivedAt());
        return new TrackedTask(queued, server, submittedMillis, trace);
    }

    static Demand demand(TaskDemand asked) {
        if (asked.interactive()) {
            return Demand.interactive();
        }
        return asked.duration()
                .map(duration -> Demand.atMost(duration.toMillis()))
                .orElseGet(Demand::byDefault);
    }

    static long submitted(Arrival arrival, long nowMillis) {
        return arrival.submittedMillis() > 0 ? arrival.submittedMillis() : nowMillis;
    }
}
