/**
 * A task's way from submission to its one end: news from Redis, the slot that runs it, and what happens when either
 * breaks. Begin with {@link asyfleet.queueserver.delivery.TaskFlow}.
 */
package asyfleet.queueserver.delivery;
