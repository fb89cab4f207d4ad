package asyfleet.redis.scheduler;

import asyfleet.redis.connection.Seconds;
import asyfleet.trace.TaskTrace;
import java.time.Duration;
import java.util.Optional;

/**
 * The demand of a task and the server that waits for it: the part that the scheduler needs whether the task waits or
 * runs.
 *
 * @param duration the duration it asked for; empty for a default or interactive task
 * @param priority 2 WebSocket, 1 HTTP, 0 batch
 * @param server the queue server whose client waits, empty if unknown
 * @param trace its names in the log
 */
public record TaskDemand(
        Optional<Duration> duration, boolean interactive, int priority, String server, Optional<TaskTrace> trace) {

    /** The value in {@code queue.durations} for an interactive task. */
    static final String INTERACTIVE = "interactive";

    private static final int LEAST_PRIORITY = 0;
    private static final int MOST_PRIORITY = 2;

    /**
     * Another program may have left nonsense: the task then counts as a default one of the nearest priority, because a
     * scheduler that failed on it would fail on it again after every restart.
     */
    static TaskDemand of(String duration, String priority, String server, String trace) {
        boolean interactive = duration.equals(INTERACTIVE);
        int nearest = (int) Math.max(LEAST_PRIORITY, Math.min(MOST_PRIORITY, Seconds.number(priority)));
        return new TaskDemand(Seconds.parseIfAny(duration), interactive, nearest, server, TaskTrace.ofField(trace));
    }
}
