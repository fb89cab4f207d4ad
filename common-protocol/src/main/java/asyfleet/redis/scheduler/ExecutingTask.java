package asyfleet.redis.scheduler;

import asyfleet.redis.connection.Seconds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A dispatched task, as the scheduler reads it from Redis after a restart.
 *
 * @param now the duration it has now
 */
public record ExecutingTask(String id, TaskDemand asked, Duration now) {

    private static final int FIELDS = 6;

    static List<ExecutingTask> list(List<String> flat) {
        List<ExecutingTask> running = new ArrayList<>(flat.size() / FIELDS);
        for (int i = 0; i < flat.size(); i += FIELDS) {
            running.add(of(flat.subList(i, i + FIELDS)));
        }
        return running;
    }

    private static ExecutingTask of(List<String> fields) {
        TaskDemand asked = TaskDemand.of(fields.get(1), fields.get(2), fields.get(3), fields.get(5));
        return new ExecutingTask(
                fields.get(0), asked, Seconds.parseIfAny(fields.get(4)).orElse(Duration.ZERO));
    }
}
