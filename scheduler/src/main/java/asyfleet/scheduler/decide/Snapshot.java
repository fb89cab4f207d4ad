package asyfleet.scheduler.decide;

import java.util.List;

/**
 * The whole state of the core at one moment, immutable, so that another thread may look ahead from it and a restarted
 * scheduler may go on from it.
 *
 * @param waiting in the order of the queue, first to run first
 * @param running in no particular order
 */
public record Snapshot(int backends, List<Task> waiting, List<ActiveRun> running) {

    public Snapshot {
        waiting = List.copyOf(waiting);
        running = List.copyOf(running);
    }
}
