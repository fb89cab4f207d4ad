package asyfleet.backend.warm;

/**
 * How well the warm start does.
 *
 * @param created cells opened so far
 * @param reused tasks for which a fork server was waiting
 * @param deleted cells that are gone
 * @param active cells there are, also those that still wait for a task
 */
public record PoolFigures(long created, long reused, long deleted, long active) {

    /** The part of all cells that served a task warm, from 0 to 1. */
    public double reuseRatio() {
        return created == 0 ? 0 : (double) reused / created;
    }
}
