package asyfleet.queueserver.session;

import asyfleet.protocol.task.TaskRules;
import java.time.Duration;

/**
 * The rules of {@code /asy} for a task and its upload.
 *
 * @param task the rules for the task itself, as at every other door
 * @param upload how long a client may take before {@code run}
 */
public record SessionRules(TaskRules task, Upload upload) {

    /**
     * @param idle from one message to the end of the next
     * @param total from the connection on
     */
    public record Upload(Duration idle, Duration total) {}
}
