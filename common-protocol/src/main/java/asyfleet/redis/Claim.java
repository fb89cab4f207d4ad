package asyfleet.redis;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What became of a claim. An exception instead means unknown: claim again with the same address. */
public sealed interface Claim {

    /**
     * The slot runs this task.
     *
     * @param duration how long it may run, as the scheduler decided; empty if the scheduler does not know the task
     */
    record Won(String id, TaskRecord task, Map<String, byte[]> files, Optional<Duration> duration) implements Claim {}

    /** Another slot has it, or its client left. */
    record Gone(String id) implements Claim {}
}
