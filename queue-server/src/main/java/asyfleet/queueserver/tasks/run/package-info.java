/**
 * The work of the queue server that owns an asynchronous task: it runs it, writes down how it goes on, and tells its
 * webhook. When the owner dies another adopts the task and runs it again. Begin with
 * {@link asyfleet.queueserver.tasks.run.TaskRuns}.
 */
package asyfleet.queueserver.tasks.run;
