package asyfleet.lab.chaos.client;

import asyfleet.client.connect.ServerAddress;
import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.RunHistory;
import asyfleet.net.ConnectorSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketConnector;
import asyfleet.net.WebSocketTarget;
import asyfleet.protocol.task.TaskLimits;
import io.netty.channel.ChannelPipeline;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** The things that all clients share: the address of the fleet, its connections, and the history. Thread-safe. */
public final class ClientContext implements AutoCloseable {

    /** Beyond all that a task may take: in the queue, on slots that are lost, and while its server is adopted. */
    public static final Duration PATIENCE = Duration.ofSeconds(100);

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(10);

    /** The program and its output are short. What is longer is wrong, and its beginning says enough. */
    private static final int MOST_OUTPUT = 400;

    private final URI fleet;
    private final RunHistory history;
    private final NetThreads threads = NetThreads.create(2);
    private final WebSocketConnector connector = new WebSocketConnector(
            threads, ConnectorSettings.DEFAULT.withMaxFrameBytes(TaskLimits.DEFAULT.maxFrameBytes()));
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT_LIMIT)
            .build();

    public ClientContext(URI fleet, RunHistory history) {
        this.fleet = fleet;
        this.history = history;
    }

    /** Keeps connections and uses them again. */
    HttpClient http() {
        return http;
    }

    URI at(String path) {
        return fleet.resolve(path);
    }

    /** The address of a WebSocket of the fleet. */
    WebSocketTarget target(String path) {
        return WebSocketTarget.of(ServerAddress.parse(fleet.toString(), path));
    }

    /** Opens a WebSocket with these handlers. */
    CompletionStage<?> open(WebSocketTarget target, Consumer<ChannelPipeline> handlers) {
        return connector.connect(target, CONNECT_LIMIT, handlers);
    }

    public RunHistory history() {
        return history;
    }

    void ended(int task, String code, Optional<String> picture, Optional<String> output) {
        Optional<String> beginning = output.map(text -> text.substring(0, Math.min(MOST_OUTPUT, text.length())));
        history.add(at -> new HistoryEvent.Ended(at, task, code, picture, beginning));
    }

    void accepted(int task) {
        history.add(at -> new HistoryEvent.Accepted(at, task));
    }

    void stumbled(int task, String error) {
        history.add(at -> new HistoryEvent.Stumbled(at, task, error));
    }

    void vanished(int task, String error) {
        history.add(at -> new HistoryEvent.Vanished(at, task, error));
    }

    /** @param lost whether its backend was lost, or it runs on another one after that */
    void moved(int task, boolean lost) {
        history.add(at -> lost ? new HistoryEvent.WaitsAgain(at, task) : new HistoryEvent.RunsAgain(at, task));
    }

    void adopted(int task) {
        history.add(at -> new HistoryEvent.Adopted(at, task));
    }

    void gaveUp(int task) {
        history.add(at -> new HistoryEvent.GaveUp(at, task));
    }

    @Override
    public void close() {
        threads.close();
    }
}
