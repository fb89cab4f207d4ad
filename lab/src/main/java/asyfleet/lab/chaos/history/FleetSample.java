package asyfleet.lab.chaos.history;

import java.util.List;
import java.util.Optional;

/**
 * A look at a fleet from outside.
 *
 * @param queue empty if Redis did not answer
 * @param processes those that run
 * @param cells sandboxes that are open
 * @param files files and directories in the temporary and state directories of all processes
 */
public record FleetSample(Optional<QueueSample> queue, List<ProcessSample> processes, int cells, int files) {

    public FleetSample {
        processes = List.copyOf(processes);
    }

    /**
     * The numbers that Redis has.
     *
     * @param slots those that are alive
     * @param waiting tasks in the queue
     * @param executing tasks that were dispatched and have not ended
     * @param slow those of them that run at the slower level
     * @param slowLimit how many those may be
     * @param keys of all kinds
     */
    public record QueueSample(int slots, int waiting, int executing, int slow, int slowLimit, int keys) {}

    /**
     * The numbers that the system has of a process.
     *
     * @param heapMegabytes in use after the last collection; 0 before the first
     */
    public record ProcessSample(String name, int residentMegabytes, int heapMegabytes, int descriptors, int threads) {}

    public int residentMegabytes() {
        return processes.stream().mapToInt(ProcessSample::residentMegabytes).sum();
    }

    public int heapMegabytes() {
        return processes.stream().mapToInt(ProcessSample::heapMegabytes).sum();
    }

    public int descriptors() {
        return processes.stream().mapToInt(ProcessSample::descriptors).sum();
    }

    public int threads() {
        return processes.stream().mapToInt(ProcessSample::threads).sum();
    }
}
