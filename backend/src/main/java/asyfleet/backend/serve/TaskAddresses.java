package asyfleet.backend.serve;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.config.Secret;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.WebSocketRoute;
import asyfleet.protocol.link.LinkAddress;
import asyfleet.protocol.link.LinkCodec;
import asyfleet.protocol.link.LinkFrame;
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
 * <p>Queue servers that know links fetch many tasks over one connection, at {@code /link/NAME}. The name is as random as a
 * token and one for the process. It opens a connection; each task on it still takes its token.
 *
 * <p>A concurrent map: opened and forgotten by the owner of the tasks, taken by event loops. It holds what the slots of
 * the process have claimed and no client has fetched, at most for the time that a client has to connect.
 */
final class TaskAddresses {

    static final String PATH = LinkAddress.TASK_PATH + "{token}";
    static final String LINKS = LinkAddress.LINK_PATH + "{name}";

    private static final TaskLimits LIMITS = TaskLimits.DEFAULT;
    private static final int TOKEN_BYTES = 16;

    private final Map<String, ServedTask> tasks = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();
    /** All that waits for clients takes a quarter of the heap at most. */
    private final OutputBudget budget = new OutputBudget(Runtime.getRuntime().maxMemory() / 4);

    private final Secret link = new Secret(newToken());
    private final long mostBytes;

    /** @param mostBytes how much may wait for the client of one task */
    TaskAddresses(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** A task that is to be served here. */
    ServedTask prepare(OwnerThread owner, ServedTask.Watcher watcher) {
        return new ServedTask(owner, watcher, mostBytes, budget);
    }

    /** The token of a new address, where the task is from now on. */
    String open(ServedTask task) {
        String token = newToken();
        tasks.put(token, task);
        return token;
    }

    private String newToken() {
        byte[] bytes = new byte[TOKEN_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The name of the link of this process. */
    String link() {
        return link.value();
    }

    /** The task behind the token, for its one client; empty if there is none, or another client was first. */
    Optional<ServedTask> take(String token) {
        return Optional.ofNullable(tasks.remove(token));
    }

    /** Nobody is to come any more. */
    void forget(String token) {
        tasks.remove(token);
    }

    /** For {@link #PATH}. */
    WebSocketRoute route() {
        return WebSocketRoute.of(this::install)
                .withAdmission(this::admit)
                .withMaxFrameBytes(LIMITS.maxRequestFrameBytes());
    }

    private CompletionStage<Optional<Response>> admit(Request request) {
        if (!tasks.containsKey(request.param("token"))) {
            throw new HttpError(404, "NO_TASK", "no task is served here; an address serves one connection, for a time");
        }
        return CompletableFuture.completedFuture(Optional.empty());
    }

    /** Taken only now: a handshake that fails after its admission must not cost the task its client. */
    private void install(ChannelPipeline pipeline, Request request) {
        Optional<ServedTask> task = take(request.param("token"));
        if (task.isEmpty()) {
            pipeline.channel()
                    .writeAndFlush(new CloseReason(CloseReason.POLICY_VIOLATION, "another client was first").frame());
            return;
        }
        pipeline.addLast("task-codec", TaskCodec.server(LIMITS));
        pipeline.addLast("task", new TaskConnection(task.get()));
    }

    /** For {@link #LINKS}. */
    WebSocketRoute linkRoute() {
        return WebSocketRoute.of((pipeline, request) -> {
                    pipeline.addLast("link-codec", LinkCodec.create());
                    pipeline.addLast("link", new QueueServerLink(this));
                })
                .withSubprotocols(LinkFrame.SUBPROTOCOL)
                .withAdmission(this::admitLink)
                .withMaxFrameBytes(LinkFrame.MAX_BYTES);
    }

    private CompletionStage<Optional<Response>> admitLink(Request request) {
        if (!link.matches(request.param("name"))) {
            throw new HttpError(404, "NO_LINK", "no process has this link; it ends with its process");
        }
        if (!request.headers().all("Sec-WebSocket-Protocol").contains(LinkFrame.SUBPROTOCOL)) {
            throw HttpError.badRequest("expected the header Sec-WebSocket-Protocol: " + LinkFrame.SUBPROTOCOL);
        }
        return CompletableFuture.completedFuture(Optional.empty());
    }
}
