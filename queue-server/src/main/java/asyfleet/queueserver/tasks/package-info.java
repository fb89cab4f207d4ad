/**
 * Asynchronous tasks: {@code /api/tasks}. All that is known of one stands in Redis, in the forms of
 * {@link asyfleet.queueserver.tasks.stored}, so the doors here can tell about a task on every queue server; one of them
 * owns it, and {@link asyfleet.queueserver.tasks.run} is what an owner does.
 */
package asyfleet.queueserver.tasks;
