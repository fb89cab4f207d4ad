package asyfleet.queueserver;

import asyfleet.config.OpenParts;
import asyfleet.config.RunningService;
import asyfleet.config.StartFailure;
import asyfleet.net.NetServer;
import asyfleet.net.NetThreads;
import asyfleet.net.http.UploadMeters;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.queueserver.access.Admission;
import asyfleet.queueserver.access.ApiTokens;
import asyfleet.queueserver.access.CallerLimit;
import asyfleet.queueserver.access.Callers;
import asyfleet.queueserver.access.Gate;
import asyfleet.queueserver.access.TokenFile;
import asyfleet.queueserver.access.UploadLimit;
import asyfleet.queueserver.api.Api;
import asyfleet.queueserver.api.OpenApi;
import asyfleet.queueserver.launch.RequestLaunchers;
import asyfleet.queueserver.limiter.HeartbeatTimes;
import asyfleet.queueserver.limiter.LimiterDoor;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.session.FileCache;
import asyfleet.queueserver.session.QueuedFileCache;
import asyfleet.queueserver.session.RedisFileCache;
import asyfleet.queueserver.session.SessionContext;
import asyfleet.queueserver.share.Reuse;
import asyfleet.queueserver.share.ReuseMetrics;
import asyfleet.queueserver.share.Superseding;
import asyfleet.queueserver.tasks.AsyncTasks;
import asyfleet.queueserver.web.WebPages;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.queueserver.ReadStats;
import asyfleet.redis.reuse.RecentFiles;
import asyfleet.redis.schema.Toolchain;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A running queue server. Wires the parts; holds no rules and no state beside them. */
public final class QueueServer implements RunningService {

    private static final Duration TOKEN_REFRESH = Duration.ofSeconds(2);

    private final QueueServerSettings settings;

    /** What sends clients away, which is closed first, was opened last; first came what all others use. */
    private final OpenParts parts;

    private final NetServer server;

    private QueueServer(QueueServerSettings settings, OpenParts parts) {
        this.settings = settings;
        this.parts = parts;
        Operations operations = Operations.create();
        Redis redis = parts.opened(FleetRedis.connect(settings.fleet().redis()));
        NetThreads threads = parts.opened(NetThreads.create());
        FleetSide fleet = parts.opened(FleetSide.join(settings, redis, threads, operations.registry()));
        operations.readiness().add("redis", redis::ping);
        Doors doors = doors(redis, fleet, operations);
        AsyncTasks tasks = parts.opened(tasks(doors, redis, threads, fleet));
        Routes routes = routes(doors, redis, threads, fleet, tasks);
        this.server = parts.opened(NetServer.start(settings.net(), routes, operations, threads, doors.uploads()));
        parts.opened(tasks::endStreams);
        fleet.begin();
    }

    /**
     * Starts a queue server; blocks until it listens.
     *
     * @throws StartFailure if Redis is not there, the port is taken, or a file of the settings cannot be used
     */
    public static QueueServer start(QueueServerSettings settings) {
        return OpenParts.start(parts -> new QueueServer(settings, parts));
    }

    /** What all doors share: who may come in, how tasks begin, and what they may ask for. */
    private record Doors(
            Gate gate,
            UploadMeters uploads,
            RequestLaunchers launchers,
            CallerLimit limit,
            Admission.Desk admissions,
            RenderRules rules) {}

    private Doors doors(Redis redis, FleetSide fleet, Operations operations) {
        ApiTokens tokens = tokens(fleet);
        Gate gate = new Gate(tokens);
        Callers callers = new Callers(tokens, settings.access().trustedProxies());
        RequestLaunchers unbounded = launchers(redis, fleet, callers, new ReuseMetrics(operations.registry()));
        CallerLimit limit = new CallerLimit(
                fleet.limiter(), callers, settings.access().share().tasks());
        RenderRules rules = new RenderRules(settings.session().task());
        return new Doors(
                gate,
                UploadLimit.of(callers, settings.access().share().uploadBytes(), operations.registry()),
                request -> limit.bound(unbounded.of(request), request),
                limit,
                request -> limit.admit(unbounded.of(request), request),
                rules);
    }

    private AsyncTasks tasks(Doors doors, Redis redis, NetThreads threads, FleetSide fleet) {
        AsyncTasks.Fleet ofTasks = new AsyncTasks.Fleet(
                fleet.serverId(),
                fleet.desk(),
                threads,
                fleet.launchers().accepted(),
                settings.fleet().maxQueueSize());
        return AsyncTasks.open(redis, ofTasks, doors.rules, doors.admissions, settings.tasks());
    }

    private Routes routes(Doors doors, Redis redis, NetThreads threads, FleetSide fleet, AsyncTasks tasks) {
        RequestLaunchers launchers = doors.launchers;
        FileCache shelf = new QueuedFileCache(
                new RedisFileCache(
                        new RecentFiles(redis, settings.fleet().lifetimes().file())),
                fleet.desk());
        Routes.Builder routes = Routes.builder().crossOrigin(settings.access().origins());
        routes.webSocket("/asy", new SessionContext(doors.gate, launchers, shelf, settings.session()).route());
        Api.Fleet ofApi = new Api.Fleet(
                launchers,
                threads,
                new ReadStats(redis),
                new Toolchain(redis),
                settings.fleet().maxQueueSize());
        new Api(doors.rules, doors.gate, ofApi).addRoutes(routes);
        tasks.addRoutes(routes, doors.gate);
        LimiterDoor limiter =
                new LimiterDoor(fleet.limiter(), settings.access().limiterTokens(), HeartbeatTimes.OF_THE_PROTOCOL);
        limiter.addRoutes(routes);
        fleet.whenLeaseLapsed(() -> {
            limiter.leaseLapsed();
            doors.limit.leaseLapsed();
            tasks.leaseLapsed();
        });
        OpenApi.addRoutes(routes);
        WebPages.addRoutes(routes, settings.session().task().timeoutsMillis());
        return routes.build();
    }

    private ApiTokens tokens(FleetSide fleet) {
        ApiTokens tokens = TokenFile.open(settings.access().tokenFile());
        long period = TOKEN_REFRESH.toMillis();
        settings.access().tokenFile().map(TokenFile::new).ifPresent(file -> fleet.desk()
                .scheduleAtFixedRate(() -> file.refresh(tokens), period, period, TimeUnit.MILLISECONDS));
        return tokens;
    }

    /** From the outside in, beyond whom a task counts for: what it replaces, what it shares, and at last the fleet. */
    private RequestLaunchers launchers(Redis redis, FleetSide fleet, Callers callers, ReuseMetrics metrics) {
        Reuse reuse =
                new Reuse(fleet.launchers().fresh(), redis, settings.fleet().reuse(), metrics);
        if (!settings.fleet().reuse().supersede()) {
            return reuse::launcherFor;
        }
        Superseding superseding = parts.opened(new Superseding(redis, callers, fleet.serverId(), metrics));
        return request -> superseding.bound(reuse.launcherFor(request), request);
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

    /** Drains: accepts no more, lets tasks end within the limit, and leaves the fleet. */
    @Override
    public void close() {
        parts.close();
    }
}
