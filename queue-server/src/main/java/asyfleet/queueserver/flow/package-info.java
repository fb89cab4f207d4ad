/**
 * The end of the road: a task from its submission to the fleet to its one end, with news from Redis, the slot that runs
 * it, and what happens when either breaks. Begin with {@link asyfleet.queueserver.flow.TaskFlow}.
 */
package asyfleet.queueserver.flow;
