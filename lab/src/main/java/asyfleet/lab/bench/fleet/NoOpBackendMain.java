package asyfleet.lab.bench.fleet;

import asyfleet.backend.capacity.SlotCount;
import asyfleet.backend.claim.FleetMember;
import asyfleet.backend.claim.Patience;
import asyfleet.backend.claim.TaskRunner;
import asyfleet.backend.execute.Execution;
import asyfleet.backend.serve.TaskServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.operations.Operations;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.redis.backend.BackendStore;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.RedisBackendStore;
import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.RedisSettings;
import java.nio.charset.StandardCharsets;

/**
 * A backend whose tasks are done as soon as they begin: all that a fleet does for a task but the task itself. Only a task
 * that asks for a duration keeps its slot for good. It runs no program, so what users send is as safe in it as in a
 * sandbox. Started by the benchmark of the queue, as a process.
 */
public final class NoOpBackendMain {

    private static final long MOST_WAITING_BYTES = 1 << 20;

    private NoOpBackendMain() {}

    /** Takes {@code REDIS_URL} and {@code ASYFLEET_SLOTS} from the environment, as the real one does. */
    public static void main(String[] arguments) {
        Redis redis = Redis.connect(RedisSettings.of(System.getenv("REDIS_URL")));
        Operations operations = Operations.create();
        TaskServer server = TaskServer.start(
                NetServerSettings.onLoopback(0),
                TaskServer.Advertised.AS_IT_LISTENS,
                MOST_WAITING_BYTES,
                operations,
                NetThreads.create());
        SlotCount slots = SlotCount.of(Integer.parseInt(System.getenv("ASYFLEET_SLOTS")));
        BackendStore store = RedisBackendStore.open(redis, Patience.DEFAULT.lease());
        FleetMember.join(store, slots, Patience.DEFAULT, runner(), server, operations);
        System.out.println("ready service=no-op address=" + server.address());
    }

    private static TaskRunner runner() {
        ServerMessage.Complete done =
                new ServerMessage.Complete(true, null, 0L, Verdict.of(EndCode.OK, Stage.ASYMPTOTE));
        return (task, listener) -> {
            if (task.task().options().timeoutMillis() != null) {
                return Execution.OVER; // its end is never told
            }
            listener.said(new ServerMessage.Result(Format.SVG, picture(task)));
            listener.ended(done);
            return Execution.OVER;
        };
    }

    /** Has the program of the task in it, so that its client knows the answer to be its own. */
    private static byte[] picture(Claim.Won task) {
        byte[] program = task.files().getOrDefault(task.task().main(), new byte[0]);
        return ("<svg><!--" + new String(program, StandardCharsets.UTF_8) + "--></svg>")
                .getBytes(StandardCharsets.UTF_8);
    }
}
