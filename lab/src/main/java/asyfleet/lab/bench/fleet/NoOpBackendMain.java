package asyfleet.lab.bench.fleet;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.claim.FleetMember;
import asyfleet.backend.claim.Patience;
import asyfleet.backend.claim.TaskHosting;
import asyfleet.backend.claim.TaskRunner;
import asyfleet.backend.execute.Execution;
import asyfleet.backend.serve.AdvertisedAddress;
import asyfleet.backend.serve.OutputBudget;
import asyfleet.backend.serve.TaskAddresses;
import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import java.nio.charset.StandardCharsets;

/**
 * A backend whose tasks are done as soon as they begin: all that a fleet does for a task but the task itself. It runs no
 * program, so what users send is as safe in it as in a sandbox. Started by the benchmark of the queue, as a process.
 */
public final class NoOpBackendMain {

    private static final long MOST_WAITING_BYTES = 1 << 20;
    private static final long BUDGET_BYTES = 64 << 20;

    private NoOpBackendMain() {}

    /** Takes {@code REDIS_URL} and {@code ASYFLEET_SLOTS} from the environment, as the real one does. */
    public static void main(String[] arguments) {
        Redis redis = Redis.connect(RedisSettings.of(System.getenv("REDIS_URL")));
        TaskAddresses addresses =
                new TaskAddresses(TaskLimits.DEFAULT, MOST_WAITING_BYTES, new OutputBudget(BUDGET_BYTES));
        Routes routes = Routes.builder()
                .webSocket(TaskAddresses.PATH, addresses.route())
                .build();
        Operations operations = Operations.create();
        NetServer server = NetServer.start(NetServerSettings.onLoopback(0), routes, operations, NetThreads.create());
        AdvertisedAddress here = new AdvertisedAddress("ws", "127.0.0.1", server.port());
        SlotCount slots = SlotCount.of(Integer.parseInt(System.getenv("ASYFLEET_SLOTS")));
        FleetMember.join(redis, slots, Patience.DEFAULT, new TaskHosting(runner(), addresses, here), operations);
        System.out.println("ready service=no-op address=" + server.address());
    }

    private static TaskRunner runner() {
        ServerMessage.Result image = new ServerMessage.Result(Format.SVG, "<svg/>".getBytes(StandardCharsets.US_ASCII));
        ServerMessage.Complete done =
                new ServerMessage.Complete(true, null, 0L, Verdict.of(EndCode.OK, Stage.ASYMPTOTE));
        return (task, listener) -> {
            listener.said(image);
            listener.ended(done);
            return Execution.OVER;
        };
    }
}
