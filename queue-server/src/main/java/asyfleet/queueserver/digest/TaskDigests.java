package asyfleet.queueserver.digest;

import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.LayeredTask;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskLayer;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskRequest;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The layer that gives tasks their digest, once for all layers behind it. A large one is computed on a thread of its
 * own, because megabytes would hold up every client of an event loop. A task gets none if it wants a run of its own, if
 * it is a shell, or if too many large ones wait: it then runs as if nothing could be reused.
 */
public final class TaskDigests implements TaskLayer, AutoCloseable {

    static final int MOST_BYTES_AT_ONCE = 64 << 10;
    private static final int MOST_WAITING = 64;

    private final Executor executor;

    public TaskDigests() {
        this(new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                new DefaultThreadFactory("task-digest", true)));
    }

    TaskDigests(Executor executor) {
        this.executor = executor;
    }

    @Override
    public TaskHandle launch(ClientTask task, TaskListener client, TaskLauncher next) {
        TaskRequest request = task.request();
        String scope = task.terms().scope();
        if (!task.terms().reuse() || request.options().interactive()) {
            return next.launch(task, client);
        }
        if (request.totalBytes() <= MOST_BYTES_AT_ONCE) {
            return next.launch(task.withDigest(TaskDigest.of(scope, request)), client);
        }
        DigestedTask digested = new DigestedTask(client, task);
        try {
            executor.execute(() -> digested.begin(TaskDigest.of(scope, request), next));
            return digested;
        } catch (RejectedExecutionException e) {
            return next.launch(task, client);
        }
    }

    @Override
    public void close() {
        if (executor instanceof ExecutorService service) {
            service.shutdownNow();
        }
    }

    /** A task that begins when its digest is known. Confined to the task's owner. */
    private static final class DigestedTask extends LayeredTask {

        private final ClientTask task;

        DigestedTask(TaskListener client, ClientTask task) {
            super(client, task.owner());
            this.task = task;
        }

        /** Any thread. */
        void begin(String digest, TaskLauncher next) {
            owner.execute(() -> begin(task.withDigest(digest), next));
        }
    }
}
