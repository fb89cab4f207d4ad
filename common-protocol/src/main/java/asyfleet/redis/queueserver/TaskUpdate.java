package asyfleet.redis.queueserver;

import asyfleet.redis.schema.DenialRecord;
import java.time.Duration;
import java.util.Optional;

/**
 * The newest message of each kind for a task's queue server, as far as it is told.
 *
 * @param address where the task runs
 * @param estimate how long it will still wait
 * @param duration the duration it now has; zero halts it
 * @param denied why it will not run
 * @param process the name of the backend process that runs it
 */
public record TaskUpdate(
        String id,
        Optional<String> address,
        Optional<Duration> estimate,
        Optional<Duration> duration,
        Optional<DenialRecord> denied,
        Optional<String> process) {

    /** Says only that there is news, which its lists hold. */
    public static TaskUpdate untold(String id) {
        return new TaskUpdate(
                id, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Whether the lists of the task must be read to know the news. */
    public boolean isUntold() {
        return equals(untold(id));
    }

    /** This and what was told later, in one. If either is untold, so is the whole. */
    public TaskUpdate then(TaskUpdate later) {
        if (isUntold() || later.isUntold()) {
            return untold(id);
        }
        return new TaskUpdate(
                id,
                later.address.or(() -> address),
                later.estimate.or(() -> estimate),
                later.duration.or(() -> duration),
                later.denied.or(() -> denied),
                later.process.or(() -> process));
    }
}
