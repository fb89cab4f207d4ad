package asyfleet.queueserver.session;

import asyfleet.protocol.task.TaskLimits;
import java.time.Duration;
import java.util.List;

/**
 * What {@code /asy} allows.
 *
 * @param timeoutsMillis the timeouts a task may ask for, shortest first
 * @param idle how long a client may take between two messages before {@code run}
 */
public record SessionRules(List<Integer> timeoutsMillis, TaskLimits limits, Duration idle) {

    static final int PRIORITY = 2;
}
