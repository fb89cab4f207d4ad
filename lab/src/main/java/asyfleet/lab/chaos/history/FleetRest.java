package asyfleet.lab.chaos.history;

import asyfleet.lab.chaos.history.FleetSample.ProcessSample;
import java.util.List;

/**
 * The holdings of a fleet that has nothing to do.
 *
 * @param slots that are registered
 * @param queued tasks in any of the scheduler's keys
 * @param held requests of the limiter that count as running
 * @param owned asynchronous tasks that a queue server still has to bring to an end
 * @param lastingKeys names of keys of one task, server or caller that never expire
 * @param processes after a garbage collection
 * @param cells sandboxes of tasks: one for each slot is open, for its next task
 * @param strays processes of the run that belong to no process of the fleet
 * @param files in the temporary and state directories, by name
 */
public record FleetRest(
        int slots,
        int queued,
        int held,
        int owned,
        List<String> lastingKeys,
        List<ProcessSample> processes,
        int cells,
        List<String> strays,
        List<String> files) {

    public FleetRest {
        lastingKeys = List.copyOf(lastingKeys);
        processes = List.copyOf(processes);
        strays = List.copyOf(strays);
        files = List.copyOf(files);
    }
}
