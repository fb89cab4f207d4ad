/**
 * Batches: asynchronous tasks of many figures each. A batch is stored, owned, adopted and ended as a task of {@code
 * /api/tasks} is; its owner sends the figures into the fleet, some at a time, and stores each end as it comes. Begin with
 * {@link asyfleet.queueserver.tasks.batch.BatchRun}.
 */
package asyfleet.queueserver.tasks.batch;
