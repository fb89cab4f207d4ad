package asyfleet.backend;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.claim.FleetMember;
import asyfleet.backend.claim.SlotRunner;
import asyfleet.backend.names.NamesWorker;
import asyfleet.backend.serve.DirectTasks;
import asyfleet.backend.serve.TaskServer;
import asyfleet.config.OpenParts;
import asyfleet.config.RunningService;
import asyfleet.config.StartFailure;
import asyfleet.net.EventLoopLag;
import asyfleet.net.LameDuck;
import asyfleet.net.NetServer;
import asyfleet.net.NetThreads;
import asyfleet.net.http.HostNames;
import asyfleet.net.http.Origins;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.redis.backend.BackendStore;
import asyfleet.redis.backend.RedisBackendStore;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.WriteCheck;
import asyfleet.redis.schema.NameLists;
import asyfleet.redis.schema.Toolchain;
import java.time.Duration;
import java.util.Set;

/** A backend that has started. Wires the parts; holds no rules. */
public final class Backend implements RunningService {

    /** For the fleet to hear that we leave, and for what does not end to be given up. */
    private static final Duration CLOSE_MARGIN = Duration.ofSeconds(15);

    private final String address;

    /** The fleet, which hears first that we leave, was joined last; first came what all others use. */
    private final OpenParts parts;

    private final Duration closeLimit;

    private Backend(String address, BackendSettings settings, OpenParts parts) {
        this.address = address;
        this.closeLimit =
                settings.server().drainLimit().plus(settings.lameDuck()).plus(CLOSE_MARGIN);
        this.parts = parts;
    }

    /**
     * Proves the sandbox, connects, listens and joins the fleet, or only listens; blocks until it has.
     *
     * @throws StartFailure if one of these cannot be done
     */
    public static Backend start(BackendSettings settings) {
        return OpenParts.start(parts -> start(settings, parts));
    }

    private static Backend start(BackendSettings settings, OpenParts parts) {
        ExecutionPlatform platform = parts.opened(ExecutionPlatform.start(settings.execution()));
        NetThreads threads = parts.opened(NetThreads.create());
        return settings.direct().isPresent()
                ? serveDirectly(settings, platform, threads, parts)
                : joinFleet(settings, platform, threads, parts);
    }

    private static Backend serveDirectly(
            BackendSettings settings, ExecutionPlatform platform, NetThreads threads, OpenParts parts) {
        BackendSettings.Direct direct = settings.direct().orElseThrow();
        DirectTasks tasks = parts.opened(new DirectTasks(
                platform.slots(),
                settings.execution().slots().first(),
                direct.timeLimit(),
                direct.limits(),
                settings.execution().limits().mostBytes()));
        String bind = settings.server().listen().bind();
        Routes routes = Routes.builder()
                .crossOrigin(Origins.of(Set.of(), HostNames.of(Set.of(), bind), bind))
                .webSocket(DirectTasks.PATH, tasks.route())
                .build();
        Operations operations = operations(platform, threads);
        NetServer server = parts.opened(NetServer.start(settings.server(), routes, operations, threads));
        parts.opened(new LameDuck(operations.readiness(), server::endKeepAlive, settings.lameDuck()));
        return new Backend(server.address(), settings, parts);
    }

    private static Operations operations(ExecutionPlatform platform, NetThreads threads) {
        Operations operations = Operations.create(Toolchain.asymptoteOf(platform.tools()));
        EventLoopLag.watch(threads, operations.registry());
        return operations;
    }

    private static Backend joinFleet(
            BackendSettings settings, ExecutionPlatform platform, NetThreads threads, OpenParts parts) {
        FleetSettings fleet = settings.fleet();
        Operations operations = operations(platform, threads);
        Redis redis = parts.opened(FleetRedis.connect(fleet.redis(), operations.registry()));
        SlotRunner runner =
                new SlotRunner(platform.slots(), platform::figures, platform.tools(), TaskLimits.withinFleet());
        long mostBytes = settings.execution().limits().mostBytes();
        TaskServer server =
                parts.opened(TaskServer.start(settings.server(), fleet.advertised(), mostBytes, operations, threads));
        operations.readiness().add("redis", () -> WriteCheck.ask(redis));
        operations.readiness().add("sandbox", runner::checkSandbox);
        BackendStore store = RedisBackendStore.open(redis, fleet.patience().lease());
        SlotCount slots = settings.execution().slots();
        parts.opened(NamesWorker.start(new NameLists(redis), platform.tools(), platform.names()));
        LameDuck lameDuck =
                parts.opened(new LameDuck(operations.readiness(), server::endKeepAlive, settings.lameDuck()));
        parts.opened(FleetMember.join(store, slots, fleet.patience(), runner, server, operations));
        parts.opened(lameDuck::begin); // while it drains, too
        return new Backend(server.address(), settings, parts);
    }

    @Override
    public String address() {
        return address;
    }

    /**
     * Drains: claims nothing more, lets running tasks finish within the limit, and leaves the fleet. On its own it serves
     * on for a while first. Returns soon after the limit, whatever does not end.
     */
    @Override
    public void close() {
        parts.closeWithin(closeLimit);
    }
}
