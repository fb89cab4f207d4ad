package asyfleet.queueserver;

import asyfleet.config.RunningService;
import asyfleet.config.StartFailure;
import asyfleet.net.ConnectorSettings;
import asyfleet.net.NetServer;
import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketConnector;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.queueserver.access.ApiTokens;
import asyfleet.queueserver.access.CallerLimit;
import asyfleet.queueserver.access.Callers;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.access.TokenFile;
import asyfleet.queueserver.api.Api;
import asyfleet.queueserver.api.RenderRules;
import asyfleet.queueserver.delivery.FlowContext;
import asyfleet.queueserver.delivery.Heartbeat;
import asyfleet.queueserver.delivery.RetryPolicy;
import asyfleet.queueserver.delivery.TaskFlow;
import asyfleet.queueserver.delivery.TaskHandle;
import asyfleet.queueserver.delivery.WaitingRoom;
import asyfleet.queueserver.delivery.WebSocketLinks;
import asyfleet.queueserver.limiter.HeartbeatTimes;
import asyfleet.queueserver.limiter.LimiterDoor;
import asyfleet.queueserver.limiter.SharedLimiter;
import asyfleet.queueserver.session.RedisFileShelf;
import asyfleet.queueserver.session.SessionContext;
import asyfleet.queueserver.submission.RedisFleetQueue;
import asyfleet.queueserver.web.WebPages;
import asyfleet.redis.LimitRequests;
import asyfleet.redis.ReadStats;
import asyfleet.redis.ReadUpdates;
import asyfleet.redis.RecentFiles;
import asyfleet.redis.Redis;
import asyfleet.redis.RedisSettings;
import asyfleet.redis.RedisUnavailableException;
import asyfleet.redis.RenewTasks;
import asyfleet.redis.ServerLease;
import asyfleet.redis.TaskUpdates;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A running queue server. Wires the parts; holds no rules and no state beside them. */
public final class QueueServer implements RunningService {

    private static final Duration TASK_LIFE = Duration.ofSeconds(600);
    private static final Duration TOKEN_REFRESH = Duration.ofSeconds(2);
    private static final Duration LINK_TIMEOUT = Duration.ofSeconds(3);

    private final Redis redis;
    private final NetThreads threads;
    private final ScheduledExecutorService desk;
    private final ServerLease lease;
    private final TaskUpdates updates;
    private final NetServer server;

    private QueueServer(QueueServerSettings settings, Redis redis) {
        this.redis = redis;
        this.threads = NetThreads.create();
        this.desk = Executors.newSingleThreadScheduledExecutor(new DefaultThreadFactory("waiting-room"));
        this.lease = new ServerLease(redis, settings.lifetimes().lease());
        lease.renew().toCompletableFuture().join();
        WaitingRoom room = new WaitingRoom(desk, new ReadUpdates(redis), new RenewTasks(redis, TASK_LIFE));
        this.updates = TaskUpdates.subscribe(redis, room::wakeUp);
        SharedLimiter limits = new SharedLimiter(desk, new LimitRequests(redis, lease.id()));
        LimiterDoor limiter =
                new LimiterDoor(limits, settings.access().limiterTokens(), HeartbeatTimes.OF_THE_PROTOCOL);
        Heartbeat heartbeat = new Heartbeat(desk, lease, room, limiter::leaseLapsed);
        heartbeat.start(Heartbeat.Periods.DEFAULT);
        redis.onReconnect(heartbeat::reconnected);
        this.server = serve(settings, launcher(settings, room), gate(settings, limits), limiter);
    }

    /** Starts a queue server; blocks until it listens. */
    public static QueueServer start(QueueServerSettings settings) {
        Redis redis;
        try {
            redis = Redis.connect(RedisSettings.of(settings.redis()));
        } catch (RedisUnavailableException e) {
            throw new StartFailure(e.getMessage() + "; start one, or say where it is with --redis", e);
        }
        return new QueueServer(settings, redis);
    }

    private TaskHandle.Launcher launcher(QueueServerSettings settings, WaitingRoom room) {
        TaskLimits limits = settings.session().limits();
        ConnectorSettings toSlots = ConnectorSettings.DEFAULT.withMaxFrameBytes(limits.maxFrameBytes());
        WebSocketLinks links = new WebSocketLinks(new WebSocketConnector(threads, toSlots), limits, LINK_TIMEOUT);
        RedisFleetQueue queue = new RedisFleetQueue(redis, TASK_LIFE, lease.id(), settings.maxQueueSize());
        FlowContext context = new FlowContext(queue, room, links, RetryPolicy.DEFAULT);
        return (request, listener, owner) -> {
            TaskFlow task = new TaskFlow(request, listener, owner, context);
            task.start();
            return task;
        };
    }

    private Gate gate(QueueServerSettings settings, SharedLimiter limits) {
        QueueServerSettings.Access access = settings.access();
        ApiTokens tokens = TokenFile.open(access.tokenFile());
        access.tokenFile()
                .map(TokenFile::new)
                .ifPresent(file -> desk.scheduleAtFixedRate(
                        () -> file.refresh(tokens),
                        TOKEN_REFRESH.toMillis(),
                        TOKEN_REFRESH.toMillis(),
                        TimeUnit.MILLISECONDS));
        Callers callers = new Callers(tokens, access.trustedProxies());
        return new Gate(tokens, access.origins(), new CallerLimit(limits, callers, access.tasksPerCaller()));
    }

    private NetServer serve(
            QueueServerSettings settings, TaskHandle.Launcher launcher, Gate gate, LimiterDoor limiter) {
        Operations operations = Operations.create();
        operations.readiness().add("redis", redis::ping);
        RedisFileShelf shelf =
                new RedisFileShelf(new RecentFiles(redis, settings.lifetimes().file()));
        Routes.Builder routes = Routes.builder();
        routes.webSocket("/asy", new SessionContext(gate, launcher, shelf, settings.session()).route());
        api(settings, launcher, gate).addRoutes(routes);
        limiter.addRoutes(routes);
        WebPages.addRoutes(routes);
        try {
            return NetServer.start(settings.net(), routes.build(), operations, threads);
        } catch (StartFailure e) {
            release();
            throw e;
        }
    }

    private Api api(QueueServerSettings settings, TaskHandle.Launcher launcher, Gate gate) {
        RenderRules rules = new RenderRules(
                settings.session().timeoutsMillis(), settings.session().limits());
        return new Api(rules, gate, new Api.Fleet(launcher, threads, new ReadStats(redis), settings.maxQueueSize()));
    }

    @Override
    public String address() {
        return server.address();
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
        release();
    }

    private void release() {
        lease.release().toCompletableFuture().exceptionally(failure -> 0L).join();
        updates.close();
        desk.shutdownNow();
        redis.close();
        threads.close();
    }
}
