/**
 * How a door has a task run: it gives a request to a launcher, holds a handle, and is told messages, all on the one
 * thread that owns the task. What a launcher does, and which others stand behind it, no door needs to know: so whatever
 * counts, bounds or shares tasks is itself a launcher around another. Begin with
 * {@link asyfleet.queueserver.launch.TaskHandle}.
 */
package asyfleet.queueserver.launch;
