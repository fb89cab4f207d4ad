/**
 * The road of a task: a door launches a {@link asyfleet.queueserver.task.ClientTask}, holds a {@link
 * asyfleet.queueserver.task.TaskHandle}, and is told messages, all on the one thread that owns the task. Between a door
 * and the fleet stand {@link asyfleet.queueserver.task.TaskLayer layers}, which know this package and not each other;
 * {@code asyfleet.queueserver.TaskChain} lists them in order.
 */
package asyfleet.queueserver.task;
