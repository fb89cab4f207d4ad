package asyfleet.lab.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A connection to one page over the DevTools protocol: calls with their answers, and the complaints of the page. */
final class DevTools implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final int MOST_COMPLAINTS = 100;

    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();

    /** To what was sent without waiting. Of the thread that drives the browser. */
    private final List<CompletableFuture<JsonNode>> unanswered = new ArrayList<>();

    /** Written by the thread of the WebSocket, read by the one that drives the browser. */
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    DevTools(HttpClient http, URI page) {
        this.socket =
                http.newWebSocketBuilder().buildAsync(page, new Listener()).join();
    }

    /** Waits for the answer, and before that for those to all that was sent. */
    JsonNode call(String method, Map<String, ?> parameters) {
        unanswered.forEach(DevTools::await);
        unanswered.clear();
        return await(request(method, parameters));
    }

    /** Does not wait, so that many keys take hardly longer than one. The browser takes them in this order. */
    void send(String method, Map<String, ?> parameters) {
        unanswered.add(request(method, parameters));
    }

    private static JsonNode await(CompletableFuture<JsonNode> answer) {
        return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    private CompletableFuture<JsonNode> request(String method, Map<String, ?> parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        Map<String, Object> message = Map.of("id", id, "method", method, "params", parameters);
        socket.sendText(JsonMapper.shared().writeValueAsString(message), true).join();
        return answer;
    }

    /** The errors that the page logged or threw, and what its policy refused. */
    List<String> complaints() {
        return complaints;
    }

    @Override
    public void close() {
        socket.abort();
    }

    private void received(JsonNode message) {
        CompletableFuture<JsonNode> asked = answers.remove(message.path("id").asInt(0));
        if (asked != null) {
            asked.complete(message.path("result"));
        } else if (complaints.size() < MOST_COMPLAINTS) {
            JsonNode parameters = message.path("params");
            switch (message.path("method").asString("")) {
                case "Runtime.exceptionThrown" ->
                    complaints.add(parameters.path("exceptionDetails").toString());
                case "Log.entryAdded" -> addEntry(parameters.path("entry"));
                default -> {} // other events are of no interest
            }
        }
    }

    private void addEntry(JsonNode entry) {
        if (entry.path("level").asString("").equals("error")) {
            complaints.add(
                    entry.path("text").asString("") + " " + entry.path("url").asString(""));
        }
    }

    /** Gathers messages, which may come in pieces. */
    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence piece, boolean last) {
            text.append(piece);
            if (last) {
                JsonNode message = JsonMapper.shared().readTree(text.toString());
                text.setLength(0);
                received(message);
            }
            from.request(1);
            return null;
        }
    }
}
