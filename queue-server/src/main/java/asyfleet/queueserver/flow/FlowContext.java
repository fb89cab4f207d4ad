package asyfleet.queueserver.flow;

import asyfleet.queueserver.slot.BackendLink;
import asyfleet.redis.queueserver.QueueServerStore;

/**
 * The parts of a queue server that all its tasks share.
 *
 * @param waiting where a task waits for news from Redis
 */
public record FlowContext(
        QueueServerStore store, WaitingTasks waiting, BackendLink.Opener links, RetryPolicy retries) {}
