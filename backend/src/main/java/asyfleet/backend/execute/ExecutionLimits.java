package asyfleet.backend.execute;

import java.time.Duration;

/**
 * The limits on what a task sends; the sandbox has those on what it uses.
 *
 * @param outputBytes of standard output and error together
 * @param resultBytes of all images together, or, of a shell, of one
 * @param idle how long a shell may go without input
 */
public record ExecutionLimits(long outputBytes, long resultBytes, Duration idle) {

    public static final ExecutionLimits DEFAULT = new ExecutionLimits(1 << 20, 32 << 20, Duration.ofMinutes(10));

    /** Beside output and images: what is said of them. */
    private static final long MARGIN_BYTES = 1 << 20;

    /** All that a task can have to say to its client. */
    public long mostBytes() {
        return outputBytes + resultBytes + MARGIN_BYTES;
    }
}
