package asyfleet.queueserver.session;

import asyfleet.protocol.task.TaskLimits;
import java.time.Duration;
import java.util.List;

/**
 * What {@code /asy} allows.
 *
 * @param timeoutsMillis the timeouts a task may ask for, shortest first
 * @param upload how long a client may take before {@code run}
 */
public record SessionRules(List<Integer> timeoutsMillis, TaskLimits limits, Upload upload) {

    /**
     * @param idle from one message to the end of the next
     * @param total from the connection on
     */
    public record Upload(Duration idle, Duration total) {}
}
