package asyfleet.backend.ring.gateway;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.claim.Fleet;
import asyfleet.backend.claim.Patience;
import asyfleet.backend.claim.Premises;
import asyfleet.backend.execute.ExecutionLimits;
import asyfleet.backend.ring.link.Watchdog;
import asyfleet.backend.ring.session.ConductBook;
import asyfleet.backend.ring.session.RingEvents;
import asyfleet.backend.ring.session.RingServer;
import asyfleet.backend.ring.session.SessionRules;
import asyfleet.backend.serve.AdvertisedAddress;
import asyfleet.backend.serve.OutputBudget;
import asyfleet.backend.serve.OwnerThread;
import asyfleet.backend.serve.TaskAddresses;
import asyfleet.config.StartFailure;
import asyfleet.net.Listen;
import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.redis.Redis;
import asyfleet.redis.RedisSettings;
import asyfleet.redis.RedisUnavailableException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** A gateway that has started. Wires the parts; holds no rules. */
public final class Gateway implements AutoCloseable {

    /**
     * A worker that has no other beside it may wait for long, but less than our runner has patience; one that has would
     * keep the other's result waiting.
     */
    private static final SessionRules.Holding HOLDING =
            new SessionRules.Holding(Duration.ofMinutes(4), Duration.ofSeconds(1));

    private static final Duration RESIZE_EVERY = Duration.ofMillis(100);
    private static final long MARGIN_BYTES = 1 << 20;

    private final RingServer<RingTask> ring;

    /** What {@link #close} closes, in this order. */
    private final Deque<AutoCloseable> parts;

    private Gateway(RingServer<RingTask> ring, Deque<AutoCloseable> parts) {
        this.ring = ring;
        this.parts = parts;
    }

    /**
     * Where runners connect.
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
        Deque<AutoCloseable> parts = new ArrayDeque<>();
        try {
            return start(settings, ring, events, parts);
        } catch (RuntimeException e) {
            close(parts);
            throw e;
        }
    }

    private static Gateway start(GatewaySettings settings, Ring ring, RingEvents events, Deque<AutoCloseable> parts) {
        Redis redis = opened(parts, connect(settings));
        NetThreads threads = opened(parts, NetThreads.create());
        GatewayTasks tasks = new GatewayTasks(opened(parts, new Watchdog()));
        SessionRules<RingTask> rules =
                new SessionRules<>(ring.group(), tasks, new ConductBook(false), HOLDING, ring.jobLimit());
        RingServer<RingTask> runners = opened(parts, RingServer.start(ring.server(), rules, events));
        Fleet fleet = opened(parts, join(settings, redis, threads, tasks, parts));
        OwnerThread resizing = opened(parts, new OwnerThread("gateway"));
        resizing.every(RESIZE_EVERY, () -> fleet.resize(tasks.capacity()));
        return new Gateway(runners, parts);
    }

    private static Redis connect(GatewaySettings settings) {
        try {
            return Redis.connect(RedisSettings.of(settings.redisUrl().value()));
        } catch (RedisUnavailableException e) {
            throw new StartFailure(e.getMessage() + "; start it, or name another with --redis", e);
        }
    }

    private static Fleet join(
            GatewaySettings settings, Redis redis, NetThreads threads, GatewayTasks tasks, Deque<AutoCloseable> parts) {
        Operations operations = Operations.create();
        operations.readiness().add("redis", redis::ping);
        TaskAddresses addresses = addresses();
        Routes routes = Routes.builder()
                .webSocket(TaskAddresses.PATH, addresses.route())
                .build();
        Listen listen = new Listen(settings.bind(), settings.port(), Optional.empty());
        NetServer server = opened(
                parts,
                NetServer.start(
                        NetServerSettings.onLoopback(settings.port()).withListen(listen), routes, operations, threads));
        String host = settings.advertisedHost().orElse(AdvertisedAddress.hostFor(settings.bind()));
        Premises premises = new Premises(tasks, addresses, new AdvertisedAddress("ws", host, server.port()));
        return Fleet.join(redis, SlotCount.of(0), Patience.DEFAULT, premises, operations);
    }

    private static TaskAddresses addresses() {
        ExecutionLimits limits = ExecutionLimits.DEFAULT;
        long mostBytes = limits.outputBytes() + limits.resultBytes() + MARGIN_BYTES;
        OutputBudget budget = new OutputBudget(Runtime.getRuntime().maxMemory() / 4);
        return new TaskAddresses(TaskLimits.DEFAULT, mostBytes, budget);
    }

    /** Where runners connect. */
    public int port() {
        return ring.port();
    }

    private static <T extends AutoCloseable> T opened(Deque<AutoCloseable> parts, T part) {
        parts.push(part);
        return part;
    }

    /** Lets running tasks finish within the limit, hands back the rest, and drops the runners. */
    @Override
    public void close() {
        close(parts);
    }

    private static void close(Deque<AutoCloseable> parts) {
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                throw new IllegalStateException("closing failed", e);
            }
        }
    }
}
