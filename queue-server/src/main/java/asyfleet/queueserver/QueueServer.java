package asyfleet.queueserver;

import asyfleet.config.OpenParts;
import asyfleet.config.RunningService;
import asyfleet.config.StartFailure;
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
import asyfleet.queueserver.api.Api;
import asyfleet.queueserver.api.FleetHistory;
import asyfleet.queueserver.api.OpenApi;
import asyfleet.queueserver.dropin.AsymptoteVersion;
import asyfleet.queueserver.dropin.DropIns;
import asyfleet.queueserver.kroki.Kroki;
import asyfleet.queueserver.limiter.HeartbeatTimes;
import asyfleet.queueserver.limiter.LimiterDoor;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import asyfleet.queueserver.session.FileCache;
import asyfleet.queueserver.session.QueuedFileCache;
import asyfleet.queueserver.session.RedisFileCache;
import asyfleet.queueserver.session.SessionContext;
import asyfleet.queueserver.task.EventLoopOwner;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.tasks.AsyncTasks;
import asyfleet.queueserver.web.PageSettings;
import asyfleet.queueserver.web.PlainForm;
import asyfleet.queueserver.web.WebPages;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.WriteCheck;
import asyfleet.redis.reuse.RecentFiles;
import asyfleet.redis.schema.NameLists;
import asyfleet.redis.schema.Toolchain;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

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
        Redis redis = parts.opened(FleetRedis.connect(settings.fleet().redis()));
        operations.readiness().add("redis", () -> WriteCheck.ask(redis));
        NetThreads threads = parts.opened(NetThreads.create());
        Supplier<Owner> owners = () -> new EventLoopOwner(threads.loops().next());
        WaitingBytes waiting = WaitingBytes.of(settings.waitingBytes(), operations.registry());
        FleetSide fleet = parts.opened(new FleetSide(settings, redis, threads, waiting));

        // Who may come in
        QueueServerSettings.Access access = settings.access();
        ApiTokens tokens = tokens(access, fleet);
        Gate gate = new Gate(tokens);
        Callers callers = new Callers(tokens, access.trustedProxies());
        UploadMeters uploads = UploadLimit.of(callers, access.share().uploadBytes(), operations.registry());

        // The road of tasks, and the doors to it
        TaskChain chain = TaskChain.open(settings, parts, redis, fleet, callers, operations.registry());
        RenderRules rules = new RenderRules(settings.session().task());
        RecentFiles recent = new RecentFiles(redis, settings.fleet().lifetimes().file());
        FileCache files = new QueuedFileCache(new RedisFileCache(recent), fleet.thread());
        AsyncTasks tasks = parts.opened(
                AsyncTasks.open(redis, fleet.store(), fleet.thread(), owners, chain, rules, settings.tasks()));
        LimiterDoor limiter = new LimiterDoor(fleet.limiter(), access.limiterTokens(), HeartbeatTimes.OF_THE_PROTOCOL);
        Routes.Builder routes = Routes.builder().crossOrigin(access.origins());
        routes.webSocket("/asy", new SessionContext(gate, chain, files, settings.session()).route());
        Renderer renderer = new Renderer(chain, owners);
        Toolchain toolchain = new Toolchain(redis);
        Api.addRoutes(routes, gate, rules, renderer, fleet.store(), toolchain, new NameLists(redis));
        Kroki kroki = parts.opened(new Kroki(settings.kroki(), gate, rules, renderer, toolchain));
        DropIns.addRoutes(routes, gate, rules, renderer, kroki);
        tasks.addRoutes(routes, gate);
        limiter.addRoutes(routes);
        OpenApi.addRoutes(routes);
        List<Integer> timeouts = settings.session().task().timeoutsMillis();
        FleetHistory.addRoutes(routes, gate, fleet.watch(), fleet.store().serverId(), timeouts);
        PlainForm.addRoutes(routes, gate, rules, renderer);
        PageSettings pages = new PageSettings(timeouts, access.origins().policySources(), !gate.isOpen());
        WebPages.addRoutes(routes, pages, page -> new AsymptoteVersion(gate, toolchain, page));

        SharedBounds bounds = new SharedBounds(uploads, waiting);
        this.metrics = metrics(settings, operations, threads, bounds).map(parts::opened);
        Operations guarded = operations.withMetricsGuard(gate::guard);
        this.server = parts.opened(NetServer.start(settings.net(), routes.build(), guarded, threads, bounds));
        operations.readiness().remove(STARTING);
        parts.opened(tasks::endStreams);
        fleet.begin(() -> {
            limiter.leaseLapsed();
            chain.leaseLapsed();
            tasks.leaseLapsed();
        });
        parts.opened(new LameDuck(operations.readiness(), settings.lameDuck()));
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

    private static ApiTokens tokens(QueueServerSettings.Access access, FleetSide fleet) {
        ApiTokens tokens = TokenFile.open(access.tokenFile());
        long period = TOKEN_REFRESH.toMillis();
        access.tokenFile().map(TokenFile::new).ifPresent(file -> fleet.thread()
                .scheduleAtFixedRate(() -> file.refresh(tokens), period, period, TimeUnit.MILLISECONDS));
        return tokens;
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
