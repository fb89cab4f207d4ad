package asyfleet.redis.queueserver;

import asyfleet.redis.schema.DenialRecord;
import java.time.Duration;
import java.util.Optional;

/**
 * The newest message of each kind that waits for a task's queue server.
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
        Optional<String> process) {}
