package asyfleet.ring.gateway;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.claim.FleetMember;
import asyfleet.backend.claim.Patience;
import asyfleet.backend.execute.ExecutionLimits;
import asyfleet.backend.serve.TaskServer;
import asyfleet.config.OpenParts;
import asyfleet.config.StartFailure;
import asyfleet.net.EventLoopLag;
import asyfleet.net.Listen;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.redis.backend.BackendStore;
import asyfleet.redis.backend.RedisBackendStore;
import asyfleet.redis.connection.FleetRedis;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.WriteCheck;
import asyfleet.ring.link.Watchdog;
import asyfleet.ring.session.RingEvents;
import asyfleet.ring.session.RingServer;
import asyfleet.ring.session.RunnerRecords;
import asyfleet.ring.session.RunnerSessionRules;
import java.time.Duration;
import java.util.Optional;

/** A gateway that has started. Wires the parts; holds no rules. */
public final class Gateway implements AutoCloseable {

    /**
     * A worker that has no other beside it may wait for long, but less than our runner has patience. One that has would
     * keep the other's result waiting; in so short a time it gets a task only if one is waiting, and otherwise is not
     * needed.
     */
    private static final RunnerSessionRules.Holding HOLDING =
            new RunnerSessionRules.Holding(Duration.ofMinutes(4), Duration.ofMillis(250));

    private final RingServer<RingTask> ring;
    private final TaskServer server;
    private final OpenParts parts;

    private Gateway(RingServer<RingTask> ring, TaskServer server, OpenParts parts) {
        this.ring = ring;
        this.server = server;
        this.parts = parts;
    }

    /**
     * The settings of the server at which runners connect.
     *
     * @param jobLimit how long one may keep a task
     */
    public record Ring(RingServer.Options server, String group, Duration jobLimit) {}

    /**
     * Connects, listens and joins the fleet, at first with no slots.
     *
     * @throws StartFailure if one of these cannot be done
     */
    public static Gateway start(GatewaySettings settings, Ring ring, RingEvents events) {
        return OpenParts.start(parts -> start(settings, ring, events, parts));
    }

    private static Gateway start(GatewaySettings settings, Ring ring, RingEvents events, OpenParts parts) {
        Operations operations = Operations.create();
        Redis redis = parts.opened(FleetRedis.connect(settings.redis(), operations.registry()));
        NetThreads threads = parts.opened(NetThreads.create());
        EventLoopLag.watch(threads, operations.registry());
        GatewayTasks tasks = new GatewayTasks(parts.opened(new Watchdog()));
        RunnerSessionRules<RingTask> rules =
                new RunnerSessionRules<>(ring.group(), tasks, new RunnerRecords(false), HOLDING, ring.jobLimit());
        RingServer<RingTask> runners = parts.opened(RingServer.start(ring.server(), rules, events));
        operations.readiness().add("redis", () -> WriteCheck.ask(redis));
        TaskServer server = parts.opened(serve(settings, operations, threads));
        BackendStore store = RedisBackendStore.open(redis, Patience.DEFAULT.lease());
        FleetMember member =
                parts.opened(FleetMember.join(store, SlotCount.of(0), Patience.DEFAULT, tasks, server, operations));
        tasks.tell(new GatewayTasks.FleetListener() {
            @Override
            public void resize(int slots) {
                member.resize(slots);
            }

            @Override
            public void toolsChanged() {
                member.toolsChanged();
            }
        });
        return new Gateway(runners, server, parts);
    }

    private static TaskServer serve(GatewaySettings settings, Operations operations, NetThreads threads) {
        Listen listen = new Listen(settings.bind(), settings.port(), Optional.empty());
        return TaskServer.start(
                NetServerSettings.onLoopback(settings.port()).withListen(listen),
                new TaskServer.Advertised(settings.advertisedHost(), Optional.empty()),
                ExecutionLimits.DEFAULT.mostBytes(),
                operations,
                threads);
    }

    /** Where runners connect. */
    public int port() {
        return ring.port();
    }

    /** Where queue servers fetch tasks, and operators see how it is. */
    public int tasksPort() {
        return server.port();
    }

    /** Lets running tasks finish within the limit, hands back the rest, and drops the runners. */
    @Override
    public void close() {
        parts.close();
    }
}
