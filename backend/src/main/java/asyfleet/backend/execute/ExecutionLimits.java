package asyfleet.backend.execute;

import java.time.Duration;

/**
 * What a task may send, beside what the sandbox lets it use.
 *
 * @param outputBytes of standard output and error together
 * @param resultBytes of all images together, or, of a shell, of one
 * @param idle how long a shell may go without input
 */
public record ExecutionLimits(long outputBytes, long resultBytes, Duration idle) {

    public static final ExecutionLimits DEFAULT = new ExecutionLimits(1 << 20, 32 << 20, Duration.ofMinutes(10));
}
