package asyfleet.backend;

import asyfleet.backend.claim.FleetMember;
import asyfleet.backend.claim.SlotRunner;
import asyfleet.backend.claim.TaskHosting;
import asyfleet.backend.equipment.ExecutionPlatform;
import asyfleet.backend.serve.AdvertisedAddress;
import asyfleet.backend.serve.DirectTasks;
import asyfleet.backend.serve.TaskAddresses;
import asyfleet.config.OpenParts;
import asyfleet.config.RunningService;
import asyfleet.config.StartFailure;
import asyfleet.net.NetServer;
import asyfleet.net.NetThreads;
import asyfleet.net.http.HostNames;
import asyfleet.net.http.Origins;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.redis.connection.Redis;
import java.util.Set;

/** A backend that has started. Wires the parts; holds no rules. */
public final class Backend implements RunningService {

    private final NetServer server;

    /** The fleet, which hears first that we leave, was joined last; first came what all others use. */
    private final OpenParts parts;

    private Backend(NetServer server, OpenParts parts) {
        this.server = server;
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
        ExecutionPlatform equipment = parts.opened(ExecutionPlatform.start(settings.execution()));
        NetThreads threads = parts.opened(NetThreads.create());
        return settings.direct().isPresent()
                ? serveDirectly(settings, equipment, threads, parts)
                : joinFleet(settings, equipment, threads, parts);
    }

    private static Backend serveDirectly(
            BackendSettings settings, ExecutionPlatform equipment, NetThreads threads, OpenParts parts) {
        DirectTasks tasks = parts.opened(new DirectTasks(
                equipment.slots(),
                settings.execution().slots().first(),
                settings.direct().orElseThrow(),
                settings.execution().limits().mostBytes()));
        String bind = settings.server().listen().bind();
        Routes routes = Routes.builder()
                .crossOrigin(Origins.of(Set.of(), HostNames.of(Set.of(), bind), bind))
                .webSocket(DirectTasks.PATH, tasks.route())
                .build();
        NetServer server = parts.opened(NetServer.start(settings.server(), routes, Operations.create(), threads));
        return new Backend(server, parts);
    }

    private static Backend joinFleet(
            BackendSettings settings, ExecutionPlatform equipment, NetThreads threads, OpenParts parts) {
        Operations operations = Operations.create();
        Redis redis = parts.opened(FleetRedis.connect(settings.fleet().redisUrl()));
        SlotRunner runner = new SlotRunner(equipment.slots(), equipment::figures, TaskLimits.DEFAULT);
        TaskAddresses addresses = TaskAddresses.of(settings.execution().limits());
        Routes routes = Routes.builder()
                .webSocket(TaskAddresses.PATH, addresses.route())
                .build();
        NetServer server = parts.opened(NetServer.start(settings.server(), routes, operations, threads));
        operations.readiness().add("redis", redis::ping);
        operations.readiness().add("sandbox", runner::checkSandbox);
        TaskHosting premises = new TaskHosting(runner, addresses, advertised(settings, server));
        parts.opened(FleetMember.join(
                redis, settings.execution().slots(), settings.fleet().patience(), premises, operations));
        return new Backend(server, parts);
    }

    private static AdvertisedAddress advertised(BackendSettings settings, NetServer server) {
        String scheme = settings.server().listen().tls().isPresent() ? "wss" : "ws";
        FleetSettings.Advertised advertised = settings.fleet().advertised();
        String host = advertised
                .host()
                .orElse(AdvertisedAddress.hostFor(settings.server().listen().bind()));
        return new AdvertisedAddress(scheme, host, advertised.port().orElse(server.port()));
    }

    @Override
    public String address() {
        return server.address();
    }

    public int port() {
        return server.port();
    }

    /** Drains: claims nothing more, lets running tasks finish within the limit, and leaves the fleet. */
    @Override
    public void close() {
        parts.close();
    }
}
