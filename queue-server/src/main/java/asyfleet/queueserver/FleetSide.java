package asyfleet.queueserver;

import asyfleet.net.ConnectorSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketConnector;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.queueserver.delivery.FlowContext;
import asyfleet.queueserver.delivery.Heartbeat;
import asyfleet.queueserver.delivery.RetryPolicy;
import asyfleet.queueserver.delivery.TaskFlow;
import asyfleet.queueserver.delivery.WaitingTasks;
import asyfleet.queueserver.launch.CountedTasks;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.queueserver.limiter.SharedLimiter;
import asyfleet.queueserver.slot.WebSocketLinks;
import asyfleet.queueserver.submission.RedisFleetQueue;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.limiter.LimitRequests;
import asyfleet.redis.queueserver.LeaderPresence;
import asyfleet.redis.queueserver.ReadUpdates;
import asyfleet.redis.queueserver.RenewTasks;
import asyfleet.redis.queueserver.ServerLease;
import asyfleet.redis.queueserver.TaskUpdates;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.atomic.AtomicReference;

/** The half of a queue server that faces the fleet: its lease, its waiting tasks, and the launcher that begins them. */
final class FleetSide implements AutoCloseable {

    private static final Duration TASK_LIFE = Duration.ofSeconds(600);
    private static final Duration LINK_TIMEOUT = Duration.ofSeconds(3);

    private final ScheduledExecutorService desk;
    private final ServerLease lease;
    private final TaskUpdates updates;
    private final SharedLimiter limiter;
    private final Wired wired;

    private FleetSide(
            ScheduledExecutorService desk, ServerLease lease, TaskUpdates updates, SharedLimiter limiter, Wired wired) {
        this.desk = desk;
        this.lease = lease;
        this.updates = updates;
        this.limiter = limiter;
        this.wired = wired;
    }

    /** @param whenLeaseLapsed set once while wiring, called by the desk thread */
    private record Wired(Launchers launchers, Runnable begin, AtomicReference<Runnable> whenLeaseLapsed) {}

    /**
     * Begin tasks in the fleet.
     *
     * @param fresh for new tasks, which a full queue refuses
     * @param accepted for tasks that the fleet accepted before, from a queue server that died
     */
    record Launchers(TaskHandle.Launcher fresh, TaskHandle.Launcher accepted) {}

    /** Takes a lease and subscribes; blocks until it has. */
    static FleetSide join(QueueServerSettings settings, Redis redis, NetThreads threads, PrometheusRegistry registry) {
        // What still comes for it after its end comes from tasks that a stop did not wait for.
        ScheduledExecutorService desk = new ScheduledThreadPoolExecutor(
                1, new DefaultThreadFactory("waiting-room"), new ThreadPoolExecutor.DiscardPolicy());
        ServerLease lease = new ServerLease(redis, settings.fleet().lifetimes().lease());
        lease.renew().toCompletableFuture().join();
        WaitingTasks room = new WaitingTasks(desk, new ReadUpdates(redis), new RenewTasks(redis, TASK_LIFE));
        TaskUpdates updates = TaskUpdates.subscribe(redis, room::wakeUp);
        AtomicReference<Runnable> lapsed = new AtomicReference<>(() -> {});
        Heartbeat heartbeat = new Heartbeat(desk, lease, room, new LeaderPresence(redis)::check, () -> lapsed.get()
                .run());
        Runnable begin = () -> {
            heartbeat.start(Heartbeat.Periods.DEFAULT);
            redis.onReconnect(heartbeat::reconnected);
        };
        RedisFleetQueue queue = new RedisFleetQueue(
                redis, TASK_LIFE, lease.id(), settings.fleet().maxQueueSize());
        FlowContext context =
                new FlowContext(queue, room, links(settings.session().task().limits(), threads), RetryPolicy.DEFAULT);
        Launchers launchers = launchers(context, new CountedTasks(registry));
        SharedLimiter limiter = new SharedLimiter(desk, new LimitRequests(redis, lease.id()));
        return new FleetSide(desk, lease, updates, limiter, new Wired(launchers, begin, lapsed));
    }

    private static Launchers launchers(FlowContext context, CountedTasks counted) {
        return new Launchers(
                counted.count((request, listener, owner) -> {
                    TaskFlow task = new TaskFlow(request, listener, owner, context);
                    task.start();
                    return task;
                }),
                counted.count((request, listener, owner) -> {
                    TaskFlow task = new TaskFlow(request, listener, owner, context);
                    task.startAgain();
                    return task;
                }));
    }

    private static WebSocketLinks links(TaskLimits limits, NetThreads threads) {
        ConnectorSettings toSlots = ConnectorSettings.DEFAULT.withMaxFrameBytes(limits.maxFrameBytes());
        return new WebSocketLinks(new WebSocketConnector(threads, toSlots), limits, LINK_TIMEOUT);
    }

    /** Keeps lease, tasks and counted requests alive from now on. Called when the server listens: one that cannot needs no lease. */
    void begin() {
        lease.renew(); // it may have lapsed during a slow start, when nothing hung on it yet
        wired.begin.run();
        limiter.begin();
    }

    /** For small things that are done again and again. */
    ScheduledExecutorService desk() {
        return desk;
    }

    String serverId() {
        return lease.id();
    }

    SharedLimiter limiter() {
        return limiter;
    }

    Launchers launchers() {
        return wired.launchers;
    }

    /** Calls back when others may have taken this server for dead in the meantime. */
    void whenLeaseLapsed(Runnable action) {
        wired.whenLeaseLapsed.set(action);
    }

    @Override
    public void close() {
        desk.shutdownNow(); // first, or a heartbeat would bring the lease back
        lease.release().toCompletableFuture().exceptionally(failure -> 0L).join();
        updates.close();
    }
}
