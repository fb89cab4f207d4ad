package asyfleet.lab.model;

import java.util.Set;

/**
 * The setup of a search: how large the fleet is, and what may happen to it.
 *
 * @param leaving whether clients may leave
 * @param moreRuns how often a task whose backend was lost is run again
 * @param faults how many may happen in one history
 * @param only the kinds of faults that may happen; empty: all
 * @param bugs mistakes to put into the protocol, to see that they are found
 */
record ModelSetup(FleetSize size, boolean leaving, int moreRuns, int faults, Set<Move> only, Set<SeededBug> bugs) {

    /** Less than in the product, so that the end of this limit is reached. */
    static final int MOST_ADOPTIONS = 1;

    /** Runs of one task that may be somewhere at the same time, beside one for each server that may adopt it. */
    private static final int RUNS_EACH = 2;

    ModelSetup {
        only = Set.copyOf(only);
        bugs = Set.copyOf(bugs);
    }

    boolean allows(Move fault) {
        return only.isEmpty() || only.contains(fault);
    }

    /**
     * The numbers of all parts of the fleet.
     *
     * @param tasks of clients that wait on a connection
     * @param apiTasks of {@code /api/tasks}
     * @param processes backend processes
     * @param slots of each process
     */
    record FleetSize(int tasks, int apiTasks, int servers, int schedulers, int processes, int slots) {}

    int allTasks() {
        return size.tasks + size.apiTasks;
    }

    boolean isApi(int task) {
        return task >= size.tasks;
    }

    int tasks() {
        return size.tasks;
    }

    int servers() {
        return size.servers;
    }

    int schedulers() {
        return size.schedulers;
    }

    int processes() {
        return size.processes;
    }

    int allSlots() {
        return size.processes * size.slots;
    }

    int processOf(int slot) {
        return slot / size.slots;
    }

    boolean has(SeededBug bug) {
        return bugs.contains(bug);
    }

    ModelSetup with(SeededBug bug) {
        return new ModelSetup(size, leaving, moreRuns, faults, only, Set.of(bug));
    }

    int count(StateCell.By by) {
        return switch (by) {
            case TASK -> allTasks();
            case RUN -> (RUNS_EACH + size.servers) * allTasks();
            case SERVER -> size.servers;
            case SCHEDULER -> size.schedulers;
            case PROCESS -> size.processes;
            case SLOT -> allSlots();
        };
    }
}
