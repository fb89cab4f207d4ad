package asyfleet.queueserver.delivery;

import asyfleet.queueserver.slot.BackendLink;
import asyfleet.queueserver.submission.FleetQueue;

/**
 * What all tasks of a queue server share.
 *
 * @param room where a task waits for news from Redis
 */
public record FlowContext(FleetQueue queue, WaitingTasks room, BackendLink.Opener links, RetryPolicy retries) {}
