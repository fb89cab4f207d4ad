package asyfleet.queueserver;

import asyfleet.config.OpenParts;
import asyfleet.config.RunningService;
import asyfleet.config.StartFailure;
import asyfleet.net.EventLoopLag;
import asyfleet.net.LameDuck;
import asyfleet.net.NetServer;
import asyfleet.net.NetThreads;
import asyfleet.net.bounds.SharedBounds;
import asyfleet.net.bounds.WaitingBytes;
import asyfleet.net.http.UploadMeters;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.queueserver.access.ApiTokens;
import asyfleet.queueserver.access.Callers;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.access.TokenFile;
import asyfleet.queueserver.access.UploadLimit;
import asyfleet.queueserver.admin.AdminDoor;
import asyfleet.queueserver.api.Api;
import asyfleet.queueserver.api.FleetHistory;
import asyfleet.queueserver.api.OpenApi;
import asyfleet.queueserver.dropin.AsymptoteVersion;
import asyfleet.queueserver.dropin.DropIns;
import asyfleet.queueserver.kroki.Kroki;
import asyfleet.queueserver.limiter.LimiterDoor;
import asyfleet.queueserver.render.RenderProbe;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import asyfleet.queueserver.session.SessionContext;
import asyfleet.queueserver.stats.FleetWatch;
import asyfleet.queueserver.stats.TaskTimes;
import asyfleet.queueserver.tasks.AsyncTasks;
import asyfleet.queueserver.web.PageSettings;
import asyfleet.queueserver.web.PlainForm;
import asyfleet.queueserver.web.WebPages;
import asyfleet.redis.schema.NameLists;
import asyfleet.redis.schema.Toolchain;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A running queue server. Wires the parts; holds no rules and no state beside them. */
public final class QueueServer implements RunningService {

    private static final Duration TOKEN_REFRESH = Duration.ofSeconds(2);

    /** The readiness check that fails until the server listens. */
    private static final String STARTING = "starting";

    /** Closed in the reverse order: first the doors, which send clients away, and last what all others use. */
    private final OpenParts parts;

    private final NetServer server;
    private final Optional<NetServer> metrics;

    private QueueServer(QueueServerSettings settings, OpenParts parts) {
        this.parts = parts;
        Operations operations = Operations.create();
        OpenParts connections = parts.opened(new OpenParts());
        NetThreads threads = parts.opened(NetThreads.create());
        EventLoopLag.watch(threads, operations.registry());
        WaitingBytes waiting = WaitingBytes.of(settings.waitingBytes(), operations.registry());

        // Who may come in
        QueueServerSettings.Access access = settings.access();
        ApiTokens tokens = TokenFile.open(access.tokenFile());
        ApiTokens operators = TokenFile.open(access.adminFile());
        Gate gate = new Gate(tokens);
        Callers callers = new Callers(tokens, access.trustedProxies());
        UploadMeters uploads = UploadLimit.of(callers, access.share().uploadBytes(), operations.registry());

        // The shards, with the road of tasks in each
        RenderRules rules = new RenderRules(settings.session().task());
        TaskTimes times = TaskTimes.by(System::nanoTime);
        TaskChain.Counts counts = TaskChain.counts(operations.registry(), times);
        ShardContext context = new ShardContext(settings, connections, threads, waiting, callers, rules, counts);
        Shards shards = parts.opened(Shards.open(context, ShardMetrics.create(operations.registry())));
        shards.addChecks(operations.readiness());
        FleetWatch watch = new FleetWatch(shards::snapshot, times, Clock.systemUTC());
        ScheduledExecutorService thread = shards.thread();
        refresh(access.tokenFile(), tokens, thread);
        refresh(access.adminFile(), operators, thread);

        // The doors
        Routes.Builder routes = Routes.builder().crossOrigin(access.origins());
        routes.webSocket(
                "/asy",
                new SessionContext(gate, shards, caller -> shards.of(caller).files(), settings.session()).route());
        Renderer renderer = new Renderer(shards, context.owners());
        operations.readiness().addDeep("render", new RenderProbe(shards, context.owners(), System::nanoTime));
        Toolchain toolchain = new Toolchain(shards::someRedis);
        NameLists names = new NameLists(shards::someRedis);
        Api.addRoutes(routes, gate, rules, renderer, shards::stores, toolchain, names);
        Kroki kroki = parts.opened(new Kroki(settings.kroki(), gate, rules, renderer, toolchain));
        DropIns.addRoutes(routes, gate, rules, renderer, kroki);
        AsyncTasks.addRoutes(routes, gate, request -> shards.ofCaller(request).tasks(), request -> shards.ofId(request)
                .tasks());
        LimiterDoor.addRoutes(
                routes, access.limiterTokens(), () -> shards.ofLimiter().limiter());
        AdminDoor.addRoutes(
                routes, operators, request -> shards.ofQuery(request).admin());
        OpenApi.addRoutes(routes);
        List<Integer> timeouts = settings.session().task().timeoutsMillis();
        FleetHistory.addRoutes(routes, gate, watch, shards.serverId(), timeouts);
        PlainForm.addRoutes(routes, gate, rules, renderer);
        PageSettings pages =
                PageSettings.of(settings.session().task(), access.origins().policySources(), !gate.isOpen());
        WebPages.addRoutes(routes, pages, page -> new AsymptoteVersion(gate, toolchain, page));

        SharedBounds bounds = new SharedBounds(uploads, waiting);
        this.metrics = metrics(settings, operations, threads, bounds).map(parts::opened);
        Operations guarded = operations.withMetricsGuard(gate::guard);
        this.server = parts.opened(NetServer.start(settings.net(), routes.build(), guarded, threads, bounds));
        operations.readiness().remove(STARTING);
        parts.opened(shards::endStreams);
        shards.begin();
        every(FleetWatch.PERIOD, thread, watch::keep);
        parts.opened(new LameDuck(operations.readiness(), server::endKeepAlive, settings.lameDuck()));
    }

    /** Opened before the server itself, so that it can be looked at for as long as that drains. */
    private static Optional<NetServer> metrics(
            QueueServerSettings settings, Operations operations, NetThreads threads, SharedBounds bounds) {
        operations
                .readiness()
                .add(STARTING, () -> CompletableFuture.failedFuture(new IllegalStateException("not yet")));
        Routes none = Routes.builder().crossOrigin(settings.access().origins()).build();
        return settings.metricsListen()
                .map(listen -> NetServer.start(settings.net().withListen(listen), none, operations, threads, bounds));
    }

    private static void refresh(Optional<Path> path, ApiTokens tokens, ScheduledExecutorService thread) {
        path.map(TokenFile::new).ifPresent(file -> every(TOKEN_REFRESH, thread, () -> file.refresh(tokens)));
    }

    private static void every(Duration period, ScheduledExecutorService thread, Runnable action) {
        thread.scheduleAtFixedRate(action, 0, period.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Starts a queue server; blocks until it listens.
     *
     * @throws StartFailure if Redis is not there, the port is taken, or a file of the settings cannot be used
     */
    public static QueueServer start(QueueServerSettings settings) {
        return OpenParts.start(parts -> new QueueServer(settings, parts));
    }

    @Override
    public String address() {
        return server.address();
    }

    /** For the test of the API's description. */
    List<String> routes() {
        return server.routes();
    }

    public int port() {
        return server.port();
    }

    /** The port that serves metrics to those who have no token, if there is one. */
    Optional<Integer> metricsPort() {
        return metrics.map(NetServer::port);
    }

    /** Drains: is no longer ready, accepts no more a moment later, lets tasks end within the limit, and leaves the fleet. */
    @Override
    public void close() {
        parts.close();
    }
}
