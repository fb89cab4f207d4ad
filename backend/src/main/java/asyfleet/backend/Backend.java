package asyfleet.backend;

import asyfleet.backend.claim.Fleet;
import asyfleet.backend.claim.Premises;
import asyfleet.backend.claim.SlotRunner;
import asyfleet.backend.execute.ExecutionLimits;
import asyfleet.backend.execute.Slots;
import asyfleet.backend.sandbox.BwrapSandbox;
import asyfleet.backend.sandbox.SandboxLimits;
import asyfleet.backend.sandbox.StateDirectory;
import asyfleet.backend.serve.AdvertisedAddress;
import asyfleet.backend.serve.OutputBudget;
import asyfleet.backend.serve.TaskAddresses;
import asyfleet.backend.warm.WarmStart;
import asyfleet.config.RunningService;
import asyfleet.config.StartFailure;
import asyfleet.net.NetServer;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.redis.Redis;
import asyfleet.redis.RedisSettings;
import asyfleet.redis.RedisUnavailableException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** A backend that has started. Wires the parts; holds no rules. */
public final class Backend implements RunningService {

    /** Beside output and images: what is said of them. */
    private static final long MARGIN_BYTES = 1 << 20;

    private final NetServer server;

    /** What {@link #close} closes, in this order: first the fleet hears that we leave, last goes what all others use. */
    private final Deque<AutoCloseable> parts;

    private Backend(NetServer server, Deque<AutoCloseable> parts) {
        this.server = server;
        this.parts = parts;
    }

    /**
     * Connects, proves the sandbox, listens and joins the fleet; blocks until it has.
     *
     * @throws StartFailure if one of these cannot be done
     */
    public static Backend start(BackendSettings settings) {
        Deque<AutoCloseable> parts = new ArrayDeque<>();
        try {
            return start(settings, parts);
        } catch (RuntimeException e) {
            close(parts);
            throw e;
        }
    }

    private static Backend start(BackendSettings settings, Deque<AutoCloseable> parts) {
        Operations operations = Operations.create();
        Redis redis = opened(parts, connect(settings));
        Slots slots = slots(settings.work(), parts);
        SlotRunner runner = new SlotRunner(slots.all(), TaskLimits.DEFAULT);
        NetThreads threads = opened(parts, NetThreads.create());
        TaskAddresses addresses = addresses();
        Routes routes = Routes.builder()
                .webSocket(TaskAddresses.PATH, addresses.route())
                .build();
        NetServer server = opened(parts, NetServer.start(settings.server(), routes, operations, threads));
        operations.readiness().add("redis", redis::ping);
        operations.readiness().add("sandbox", runner::checkSandbox);
        Premises premises = new Premises(runner, addresses, advertised(settings, server));
        opened(parts, Fleet.join(redis, settings.work().slots(), settings.patience(), premises, operations));
        return new Backend(server, parts);
    }

    private static Redis connect(BackendSettings settings) {
        try {
            return Redis.connect(RedisSettings.of(settings.redisUrl().value()));
        } catch (RedisUnavailableException e) {
            throw new StartFailure(e.getMessage() + "; start it, or name another with --redis-url", e);
        }
    }

    /** As many as there may ever be: one that no task is given costs next to nothing. */
    private static Slots slots(BackendSettings.Work work, Deque<AutoCloseable> parts) {
        try {
            WarmStart start = opened(parts, warmStart(work, parts));
            int most = work.slots().most();
            return opened(parts, Slots.create(most, start.sandbox(), ExecutionLimits.DEFAULT, start::launcher));
        } catch (IOException e) {
            throw new StartFailure("no sandbox: " + e.getMessage(), e);
        }
    }

    private static WarmStart warmStart(BackendSettings.Work work, Deque<AutoCloseable> parts) throws IOException {
        WarmStart.SandboxOpener opener = extras -> {
            StateDirectory state = opened(parts, StateDirectory.create(StateDirectory.defaultBase()));
            return BwrapSandbox.create(state, SandboxLimits.DEFAULT, extras);
        };
        return work.warm() ? WarmStart.create(work.cache(), opener) : WarmStart.off(opener);
    }

    /** All that waits for clients takes a quarter of the heap at most. */
    private static TaskAddresses addresses() {
        ExecutionLimits limits = ExecutionLimits.DEFAULT;
        OutputBudget budget = new OutputBudget(Runtime.getRuntime().maxMemory() / 4);
        long mostBytes = limits.outputBytes() + limits.resultBytes() + MARGIN_BYTES;
        return new TaskAddresses(TaskLimits.DEFAULT, mostBytes, budget);
    }

    private static AdvertisedAddress advertised(BackendSettings settings, NetServer server) {
        String scheme = settings.server().listen().tls().isPresent() ? "wss" : "ws";
        String host = settings.advertised()
                .host()
                .orElse(AdvertisedAddress.hostFor(settings.server().listen().bind()));
        return new AdvertisedAddress(scheme, host, settings.advertised().port().orElse(server.port()));
    }

    private static <T extends AutoCloseable> T opened(Deque<AutoCloseable> parts, T part) {
        parts.push(part);
        return part;
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
