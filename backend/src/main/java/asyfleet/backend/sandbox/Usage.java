package asyfleet.backend.sandbox;

import java.util.List;

/**
 * The processes of a cell at one moment.
 *
 * <p>Memory of the tree is watched, also where a {@link MemoryGroup} limits it: making one needs a delegated hierarchy,
 * which an ordinary user, or a container, usually does not have, and verdicts should not differ between machines. The
 * price is that a task may overshoot by what it can touch between two looks.
 *
 * @param socketBytes what the cell's sockets may hold, which is nowhere in the memory of a process
 * @param discountedThreads how many threads do not count as used, whatever they are
 * @param discountedBytes how much memory does not
 */
public record Usage(List<Running> processes, long socketBytes, int discountedThreads, long discountedBytes) {

    public Usage {
        processes = List.copyOf(processes);
    }

    public Usage(List<Running> processes) {
        this(processes, 0);
    }

    Usage(List<Running> processes, long socketBytes) {
        this(processes, socketBytes, 0, 0);
    }

    /** The same without what others used before. */
    Usage beyond(Usage before) {
        return new Usage(processes, socketBytes, before.threads(), before.residentBytes());
    }

    /**
     * One process.
     *
     * @param name the program's file name, cut to 15 bytes by the kernel
     * @param state the kernel's letter: R runs, S waits, D waits for a disk, Z is dead
     * @param residentBytes its own and its shared memory, what of it is swapped out, and its page tables; without
     *     mapped files
     */
    public record Running(long pid, String name, char state, int threads, long residentBytes) {

        /** A process whose first thread has ended looks dead, and lives on in the others. */
        boolean isDead() {
            return state == 'Z' && threads == 1;
        }
    }

    /** Whether no process lives any more; its end may not have been heard yet. */
    public boolean isOver() {
        return processes.stream().allMatch(Running::isDead);
    }

    /** Threads count as processes, as they do for the kernel's limit. */
    public int threads() {
        return Math.max(0, processes.stream().mapToInt(Running::threads).sum() - discountedThreads);
    }

    public long residentBytes() {
        long all = processes.stream().mapToLong(Running::residentBytes).sum() + socketBytes;
        return Math.max(0, all - discountedBytes);
    }
}
