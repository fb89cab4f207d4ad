package asyfleet.lab.chaos.client;

import asyfleet.lab.chaos.history.HistoryEvent;
import asyfleet.lab.chaos.history.RunHistory;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.json.JsonMapper;

/** The server whose address clients give as a webhook. It writes every call into the history. Thread-safe. */
public final class WebhookReceiver implements AutoCloseable {

    private static final String PATH = "/told/";
    private static final int THREADS = 4;

    private final RunHistory history;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    /** Those that somebody waits for: at most one for each task under way. */
    private final Map<Integer, CompletableFuture<Void>> expected = new ConcurrentHashMap<>();

    public WebhookReceiver(RunHistory history) {
        this.history = history;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext(PATH, this::receive);
        server.setExecutor(threads);
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    String address(int task) {
        return "http://127.0.0.1:" + port() + PATH + task;
    }

    CompletableFuture<Void> expect(int task) {
        return expected.computeIfAbsent(task, any -> new CompletableFuture<>());
    }

    void forget(int task) {
        expected.remove(task);
    }

    private void receive(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        int task = Integer.parseInt(exchange.getRequestURI().getPath().substring(PATH.length()));
        String state = JsonMapper.shared().readTree(body).path("state").stringValue("none");
        history.add(at -> new HistoryEvent.Told(at, task, state));
        exchange.sendResponseHeaders(204, -1);
        exchange.close();
        CompletableFuture<Void> waiting = expected.get(task);
        if (waiting != null) {
            waiting.complete(null);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
