package asyfleet.backend.serve;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.backend.execute.ExecutionLimits;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.WebSocketRoute;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.TaskCodec;
import io.netty.channel.ChannelPipeline;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The addresses at which clients fetch their tasks: {@code /task/TOKEN}, each for one connection. A token is 128 random
 * bits. It is looked up by its hash code, and characters are compared only with a token of the same hash code, so the
 * time of an answer tells nothing about how much of a guess was right.
 *
 * <p>A concurrent map: opened and forgotten by the owner of the tasks, taken by event loops. It holds what the slots of
 * the process have claimed and no client has fetched, at most for the time that a client has to connect.
 */
public final class TaskAddresses {

    public static final String PATH = "/task/{token}";

    private static final int TOKEN_BYTES = 16;

    private final Map<String, ServedTask> tasks = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final TaskLimits limits;
    private final long mostBytes;
    private final OutputBudget budget;

    /** @param mostBytes how much may wait for the client of one task; all together stay within the budget */
    public TaskAddresses(TaskLimits limits, long mostBytes, OutputBudget budget) {
        this.limits = limits;
        this.mostBytes = mostBytes;
        this.budget = budget;
    }

    /** For tasks with such limits. All that waits for their clients takes a quarter of the heap at most. */
    public static TaskAddresses of(ExecutionLimits limits) {
        OutputBudget budget = new OutputBudget(Runtime.getRuntime().maxMemory() / 4);
        return new TaskAddresses(TaskLimits.DEFAULT, limits.mostBytes(), budget);
    }

    /** A task that is to be served here. */
    public ServedTask prepare(OwnerThread owner, ServedTask.Watcher watcher) {
        return new ServedTask(owner, watcher, mostBytes, budget);
    }

    /** The token of a new address, where the task is from now on. */
    public String open(ServedTask task) {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        tasks.put(token, task);
        return token;
    }

    /** Nobody is to come any more. */
    public void forget(String token) {
        tasks.remove(token);
    }

    public int count() {
        return tasks.size();
    }

    /** For {@link #PATH}. */
    public WebSocketRoute route() {
        return WebSocketRoute.of(this::install)
                .withAdmission(this::admit)
                .withMaxFrameBytes(limits.maxRequestFrameBytes());
    }

    private CompletionStage<Optional<Response>> admit(Request request) {
        if (!tasks.containsKey(request.param("token"))) {
            throw new HttpError(404, "NO_TASK", "no task is served here; an address serves one connection, for a time");
        }
        return CompletableFuture.completedFuture(Optional.empty());
    }

    /** Taken only now: a handshake that fails after its admission must not cost the task its client. */
    private void install(ChannelPipeline pipeline, Request request) {
        ServedTask task = tasks.remove(request.param("token"));
        if (task == null) {
            pipeline.channel()
                    .writeAndFlush(new CloseReason(CloseReason.POLICY_VIOLATION, "another client was first").frame());
            return;
        }
        pipeline.addLast("task-codec", TaskCodec.server(limits));
        pipeline.addLast("task", new TaskConnection(task));
    }
}
