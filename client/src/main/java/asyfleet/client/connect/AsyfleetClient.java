package asyfleet.client.connect;

import asyfleet.net.ConnectorSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketConnector;
import asyfleet.net.WebSocketTarget;
import asyfleet.net.http.Headers;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.codec.TaskCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A client that sends tasks to a fleet and reports how they go. Tasks at the same time have a connection each, because
 * hanging up is how the protocol aborts; a connection whose task has ended is used for the next one, if the server allows
 * it. Thread-safe.
 *
 * <pre>{@code
 * try (AsyfleetClient client = AsyfleetClient.connect(ClientSettings.of(URI.create("ws://127.0.0.1:8080/asy")))) {
 *     TaskOutcome outcome = client.render(TaskSources.of("draw(unitcircle);"), TaskOptions.DEFAULT, TaskObserver.SILENT)
 *             .toCompletableFuture().join();
 * }
 * }</pre>
 *
 * <p>What the tasks share belongs to one thread, which also calls the listeners: a listener may then block, which it could
 * not on an event loop.
 */
public final class AsyfleetClient implements TaskRenderer, AutoCloseable {

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final ClientSettings settings;
    private final NetThreads threads = NetThreads.create(1);
    private final WebSocketConnector connector;

    /**
     * The thread that owns every conversation. What comes for it after {@link #close} is dropped. Its queue is as long as
     * what the connections have read, which they do in small portions.
     */
    private final ExecutorService owner = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory("asyfleet-client", true),
            new ThreadPoolExecutor.DiscardPolicy());

    /** Owned by {@link #owner}. */
    private final RecentUploads uploads = new RecentUploads();

    /** Owned by {@link #owner}. */
    private final KeptConnections connections;

    /** Concurrent: counted where a task is started, on any thread. */
    private final Set<OpenTask> running = ConcurrentHashMap.newKeySet();

    private AsyfleetClient(ClientSettings settings) {
        this.settings = settings;
        this.connections = new KeptConnections(settings.maxTasks(), conversation -> open(conversation, 0));
        this.connector = new WebSocketConnector(
                threads, ConnectorSettings.DEFAULT.withMaxFrameBytes(TaskLimits.DEFAULT.maxFrameBytes()));
    }

    /** A client of that fleet. Connections are opened as tasks need them, so this neither blocks nor fails. */
    public static AsyfleetClient connect(ClientSettings settings) {
        return new AsyfleetClient(settings);
    }

    /** Starts a task and answers with its end; see {@link #start} for one that can be told more. */
    @Override
    public CompletionStage<TaskOutcome> render(TaskSources sources, TaskOptions options, TaskObserver listener) {
        return start(sources, options, listener).outcome();
    }

    /**
     * Starts a task.
     *
     * @throws IllegalStateException if as many tasks run as this client may have
     */
    public SentTask start(TaskSources sources, TaskOptions options, TaskObserver listener) {
        if (running.size() >= settings.maxTasks()) {
            throw new IllegalStateException(
                    "more than " + settings.maxTasks() + " tasks at a time; wait for one, or allow more");
        }
        OpenTask task = new OpenTask(new Conversation(sources, options, listener, uploads));
        running.add(task);
        task.outcome().whenComplete((outcome, never) -> running.remove(task));
        owner.execute(() -> connections.connect(task.conversation));
        return task;
    }

    private void open(Conversation conversation, int before) {
        connector
                .connect(target(), settings.connectTimeout(), pipeline -> {
                    pipeline.addLast("task-codec", TaskCodec.client(TaskLimits.DEFAULT));
                    pipeline.addLast("conversation", new ConversationHandler(conversation, owner, connections));
                })
                .exceptionally(failure -> {
                    owner.execute(() -> notConnected(conversation, before, failure));
                    return null;
                });
    }

    private void openAgain(Conversation conversation, int before) {
        if (!conversation.outcome().isDone()) {
            open(conversation, before);
        }
    }

    /** Where a task of these settings connects to, and with what it says who it is. */
    static WebSocketTarget target(ClientSettings settings) {
        Headers headers = settings.token()
                .map(token -> Headers.of("Authorization", "Bearer " + token.value()))
                .orElse(Headers.EMPTY);
        return WebSocketTarget.of(settings.server()).withHeaders(headers);
    }

    private WebSocketTarget target() {
        return settings.keeps() ? target(settings).withOffer(KeptConnections.SUBPROTOCOL) : target(settings);
    }

    private void notConnected(Conversation conversation, int before, Throwable failure) {
        FailedConnection failed = new FailedConnection(settings, failure);
        if (failed.isWorthAnother(before)) {
            long pause = FailedConnection.pause(before).toMillis();
            threads.loops().next().schedule(() -> openAgain(conversation, before + 1), pause, TimeUnit.MILLISECONDS);
        } else {
            failed.tell(conversation);
        }
    }

    /** Cancels what still runs and gives back the threads; waits for them a few seconds. */
    @Override
    public void close() {
        running.forEach(OpenTask::cancel);
        CompletableFuture.allOf(running.stream()
                        .map(task -> task.outcome().toCompletableFuture())
                        .toArray(CompletableFuture[]::new))
                .completeOnTimeout(null, CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        owner.execute(connections::close);
        endOwner();
        threads.close();
    }

    /** Before the event loops: what it still does needs them. A listener that does not come back is not waited for. */
    private void endOwner() {
        owner.shutdown();
        try {
            owner.awaitTermination(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        owner.shutdownNow();
    }

    /** A handle that hops to the owner. */
    private final class OpenTask implements SentTask {

        private final Conversation conversation;

        OpenTask(Conversation conversation) {
            this.conversation = conversation;
        }

        @Override
        public CompletionStage<TaskOutcome> outcome() {
            return conversation.outcome();
        }

        @Override
        public void cancel() {
            owner.execute(conversation::cancel);
        }

        @Override
        public void input(byte[] contents) {
            owner.execute(() -> conversation.tell(new ClientMessage.Input(contents)));
        }

        @Override
        public void shorten(Duration timeout) {
            int millis = Math.toIntExact(timeout.toMillis());
            owner.execute(() -> conversation.tell(ClientMessage.Options.timeout(millis)));
        }
    }
}
