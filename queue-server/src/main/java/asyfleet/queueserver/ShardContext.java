package asyfleet.queueserver;

import asyfleet.config.OpenParts;
import asyfleet.net.NetThreads;
import asyfleet.net.bounds.WaitingBytes;
import asyfleet.queueserver.access.Callers;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.task.EventLoopOwner;
import asyfleet.queueserver.task.Owner;
import java.util.function.Supplier;

/**
 * The parts of a queue server that its shards share: none of them asks a Redis.
 *
 * @param connections the Redis of every shard; closed after the threads, which may ask them until then
 * @param waiting how much may wait for all clients
 * @param counts of the tasks of all shards
 */
record ShardContext(
        QueueServerSettings settings,
        OpenParts connections,
        NetThreads threads,
        WaitingBytes waiting,
        Callers callers,
        RenderRules rules,
        TaskChain.Counts counts) {

    /** The threads that tasks belong to, in turn. */
    Supplier<Owner> owners() {
        return () -> new EventLoopOwner(threads.loops().next());
    }
}
