package asyfleet.scheduler.decide;

/**
 * A task that runs, with the level and the duration that it has at the moment.
 *
 * @param durationMillis from its start, not from now; {@link Demand#NO_LIMIT} for a shell without a timeout
 * @param startedAt when it was dispatched
 */
public record ActiveRun(Task task, int level, long durationMillis, long startedAt) {}
