package asyfleet.backend.serve;

import asyfleet.backend.execute.ExecutionRequest;
import asyfleet.backend.execute.OwnerThread;
import asyfleet.backend.execute.Slots;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Request;
import asyfleet.net.http.Response;
import asyfleet.net.websocket.CloseReason;
import asyfleet.net.websocket.WebSocketRoute;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.codec.TaskCodec;
import io.netty.channel.ChannelPipeline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;

/**
 * The tasks of clients that come to this process themselves: as many connections as slots, each for one task. A connection
 * takes a place when it is installed; the place is free again when the connection is closed and, if it had a task, nothing
 * of that task is left.
 *
 * <p>The places are a semaphore, because event loops take them and the owner of the tasks gives them back.
 */
public final class DirectTasks implements AutoCloseable {

    public static final String PATH = "/";

    static final Duration UPLOAD_LIMIT = Duration.ofSeconds(30);

    private final OwnerThread owner = new OwnerThread("direct");
    private final Semaphore places;
    private final Slots slots;
    private final Duration longest;
    private final TaskLimits limits;
    private final long mostBytes;

    /**
     * @param most how many clients at a time
     * @param longest how long a task may run
     * @param limits of its files and messages
     * @param mostBytes how much may wait for one client
     */
    public DirectTasks(Slots slots, int most, Duration longest, TaskLimits limits, long mostBytes) {
        this.slots = slots;
        this.places = new Semaphore(most);
        this.longest = longest;
        this.limits = limits;
        this.mostBytes = mostBytes;
    }

    /** For {@link #PATH}. */
    public WebSocketRoute route() {
        return WebSocketRoute.of(this::install)
                .withAdmission(this::admit)
                .withMaxFrameBytes(limits.maxRequestFrameBytes());
    }

    private CompletionStage<Optional<Response>> admit(Request request) {
        if (places.availablePermits() == 0) {
            throw new HttpError(503, "NO_FREE_BACKEND", "every slot of this backend has a client; try again later");
        }
        return CompletableFuture.completedFuture(Optional.empty());
    }

    /** Taken only now: a handshake that fails after its admission must not cost a place. */
    private void install(ChannelPipeline pipeline, Request request) {
        if (!places.tryAcquire()) {
            pipeline.channel()
                    .writeAndFlush(new CloseReason(CloseReason.TRY_AGAIN_LATER, "another client was first").frame());
            return;
        }
        DirectConnection connection = new DirectConnection(this);
        pipeline.addLast("task-codec", TaskCodec.server(limits));
        pipeline.addLast("draft", connection);
        pipeline.channel().closeFuture().addListener(closed -> {
            if (!connection.hasStarted()) {
                places.release();
            }
        });
    }

    /** Runs what was put together. The place of its client belongs to the task from now on. */
    ServedTask start(DirectDraft draft) {
        ExecutionRequest request = draft.request(longest);
        ServedTask task = new ServedTask(owner, new Watcher(), mostBytes, new OutputBudget(mostBytes));
        owner.execute(() -> task.start(request.options().interactive(), listener -> slots.run(request, listener)
                .orElseThrow(() -> new IllegalStateException("no slot is free"))));
        return task;
    }

    @Override
    public void close() {
        owner.close();
    }

    private final class Watcher implements ServedTask.Watcher {

        @Override
        public void ended(ServerMessage.Complete complete) {
            // The client has yet to hear of it.
        }

        @Override
        public void over() {
            places.release();
        }
    }
}
