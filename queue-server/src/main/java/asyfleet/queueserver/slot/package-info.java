/**
 * The slot that runs a task, as its queue server sees it: a connection, what goes over it in both directions, and what
 * of a run's output its client has already. Begin with {@link asyfleet.queueserver.slot.SlotTalk}.
 */
package asyfleet.queueserver.slot;
