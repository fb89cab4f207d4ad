package asyfleet.backend.sandbox;

import java.time.Duration;

/**
 * The limits of one cell.
 *
 * @param memoryBytes resident memory of all its processes together; watched by {@link Usage}, and by the kernel where there
 *     is a {@link MemoryGroup}
 * @param diskBytes everything it may keep in files, work directory and temporary files together
 * @param files how many files and directories it may have at a time
 * @param processes how many processes and threads it may have at a time; watched as well
 * @param openFiles how many descriptors one process may hold
 * @param cpuTime processor time of one process: a belt for the wall clock that the execution watches
 */
public record SandboxLimits(
        long memoryBytes, long diskBytes, int files, int processes, int openFiles, Duration cpuTime) {

    private static final long MIB = 1L << 20;
    private static final int SPARE_PROCESSES = 32;

    /**
     * Room for every example that ships with Asymptote, several times over. Many files, because Asymptote writes one for
     * every path of an SVG, and each takes a page of memory.
     */
    public static final SandboxLimits DEFAULT =
            new SandboxLimits(1024 * MIB, 256 * MIB, 50_000, 64, 128, Duration.ofMinutes(10));

    public SandboxLimits {
        requirePositive("memoryBytes", memoryBytes);
        requirePositive("diskBytes", diskBytes);
        requirePositive("files", files);
        requirePositive("processes", processes);
        requirePositive("openFiles", openFiles);
        requirePositive("cpuTime in s", cpuTime.toSeconds());
    }

    /**
     * Address space of one process. Above {@link #memoryBytes}, so that a task that really uses its memory is ended by
     * the watcher with a verdict that says so, and not by a failed allocation that looks like a crash.
     */
    public long addressSpaceBytes() {
        return 2 * memoryBytes;
    }

    /**
     * Processes and threads that the kernel lets it have. Above {@link #processes} for the same reason, and because the
     * kernel counts the programs that wait in the cell, which are not the task's.
     */
    public int hardProcesses() {
        return processes + SPARE_PROCESSES;
    }

    private static void requirePositive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + " is " + value + ", expected more than 0");
        }
    }
}
