/**
 * Asynchronous tasks: {@code /api/tasks}. All that is known of one stands in Redis, so every queue server can tell about
 * it; one of them owns it, which means that it runs it. When the owner dies another adopts the task and runs it again.
 * Begin with {@link asyfleet.queueserver.tasks.TaskRuns}.
 */
package asyfleet.queueserver.tasks;
