package asyfleet.queueserver;

import asyfleet.net.ConnectorSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketConnector;
import asyfleet.net.bounds.WaitingBytes;
import asyfleet.protocol.link.LinkFrame;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.queueserver.flow.FlowContext;
import asyfleet.queueserver.flow.RetryPolicy;
import asyfleet.queueserver.flow.ServerHeartbeat;
import asyfleet.queueserver.flow.WaitingTasks;
import asyfleet.queueserver.slot.BackendLink;
import asyfleet.queueserver.slot.ProcessLinks;
import asyfleet.queueserver.slot.WebSocketLinks;
import asyfleet.queueserver.task.EventLoopOwner;
import asyfleet.queueserver.task.Owner;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.limiter.LimitRequests;
import asyfleet.redis.limiter.SharedLimiter;
import asyfleet.redis.queueserver.QueueServerStore;
import asyfleet.redis.queueserver.RedisQueueServerStore;
import asyfleet.redis.queueserver.TaskUpdates;
import asyfleet.redis.queueserver.UnreachedBackends;
import asyfleet.redis.queueserver.WaitingBounds;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The half of a queue server that faces the fleet of one shard: its lease, its waiting tasks, and the counts that all servers share.
 */
final class FleetSide implements AutoCloseable {

    private static final Duration LINK_TIMEOUT = Duration.ofSeconds(3);

    /** Without an answer the lease ends by itself; several shards that are away must not hold up the end of a server. */
    private static final Duration RELEASE_PATIENCE = Duration.ofSeconds(1);

    private final Redis redis;
    private final QueueServerStore store;

    // What still comes for it after its end comes from tasks that a stop did not wait for.
    private final ScheduledExecutorService thread = new ScheduledThreadPoolExecutor(
            1, new DefaultThreadFactory("queue-server"), new ThreadPoolExecutor.DiscardPolicy());

    private final FlowContext flows;
    private final TaskUpdates updates;
    private final UnreachedBackends unreached;
    private final SharedLimiter limiter;

    /** Takes a lease and subscribes; blocks until it has. */
    FleetSide(QueueServerSettings settings, Redis redis, NetThreads threads, WaitingBytes waitingBytes) {
        this.redis = redis;
        WaitingBounds bounds = WaitingBounds.shared(
                settings.fleet().maxQueueSize(), settings.access().share().queuePercent());
        Duration lease = settings.fleet().lifetimes().lease();
        this.store = new RedisQueueServerStore(redis, lease, bounds);
        store.renewLease().toCompletableFuture().join();
        WaitingTasks waiting = new WaitingTasks(store);
        this.updates = TaskUpdates.subscribe(redis, waiting::wakeUp);
        BackendLink.Opener links = links(settings.session().task().limits(), threads, waitingBytes);
        Owner hangsUp = new EventLoopOwner(threads.loops().next());
        this.unreached = UnreachedBackends.subscribe(redis, address -> links.hangUp(address, hangsUp));
        this.flows = new FlowContext(store, waiting, links, RetryPolicy.DEFAULT);
        this.limiter = new SharedLimiter(thread, new LimitRequests(redis, store.serverId(), lease));
    }

    private static BackendLink.Opener links(TaskLimits limits, NetThreads threads, WaitingBytes waiting) {
        ConnectorSettings watched = ConnectorSettings.DEFAULT.withLiveness(WebSocketLinks.LIVENESS);
        WebSocketConnector toSlots = new WebSocketConnector(threads, watched.withMaxFrameBytes(limits.maxFrameBytes()));
        WebSocketConnector toProcesses =
                new WebSocketConnector(threads, watched.withMaxFrameBytes(LinkFrame.MAX_BYTES));
        WebSocketLinks single = new WebSocketLinks(toSlots, limits, LINK_TIMEOUT, waiting);
        return new ProcessLinks(single, toProcesses, threads, limits, LINK_TIMEOUT, waiting);
    }

    /**
     * Keeps lease, tasks and counted requests alive from now on. Called when the server listens: one that cannot needs
     * no lease.
     *
     * @param whenLeaseLapsed called by the thread when others may have taken this server for dead in the meantime
     */
    void begin(Runnable whenLeaseLapsed) {
        store.renewLease(); // it may have lapsed during a slow start, when nothing hung on it yet
        ServerHeartbeat heartbeat = new ServerHeartbeat(thread, store, flows.waiting(), whenLeaseLapsed);
        heartbeat.start(ServerHeartbeat.Periods.DEFAULT);
        redis.onReconnect(heartbeat::reconnected);
        limiter.begin();
        redis.onReconnect(limiter::reconnected);
    }

    /** The server's own thread, for what belongs to no single task. Nothing on it may take long. */
    ScheduledExecutorService thread() {
        return thread;
    }

    QueueServerStore store() {
        return store;
    }

    SharedLimiter limiter() {
        return limiter;
    }

    FlowContext flows() {
        return flows;
    }

    @Override
    public void close() {
        thread.shutdownNow(); // first, or a heartbeat would bring the lease back
        store.releaseLease()
                .toCompletableFuture()
                .<Object>thenApply(released -> released)
                .completeOnTimeout(null, RELEASE_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(failure -> null)
                .join();
        updates.close();
        unreached.close();
    }
}
