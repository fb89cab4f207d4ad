package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real browser with one page, driven over its DevTools protocol, so that no driver has to be installed beside it. */
final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String LISTENING = "DevTools listening on ";
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final WebSocket socket;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonNode>> answers = new ConcurrentHashMap<>();

    private Browser(Process process, URI page) {
        this.process = process;
        this.socket =
                HTTP.newWebSocketBuilder().buildAsync(page, new Listener()).join();
    }

    /** The browser of this machine, if it has one that speaks the protocol. */
    static Optional<Path> find() {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(Path.of(folder)::resolve))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @param directory for its profile */
    static Browser open(Path program, Path directory, URI url) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox", // it does not run as root otherwise, and sees no page but ours
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + directory,
                        "about:blank")
                .redirectErrorStream(true)
                .start();
        try {
            URI devTools = URI.create(listening(process));
            HttpRequest newPage = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + devTools.getPort() + "/json/new?" + url))
                    .PUT(HttpRequest.BodyPublishers.noBody())
                    .build();
            String opened =
                    HTTP.send(newPage, HttpResponse.BodyHandlers.ofString()).body();
            String page = JsonMapper.shared()
                    .readTree(opened)
                    .path("webSocketDebuggerUrl")
                    .asString();
            Browser browser = new Browser(process, URI.create(page));
            browser.awaitTrue("document.readyState === 'complete' && location.href.startsWith('" + url + "')");
            return browser;
        } catch (RuntimeException | IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static String listening(Process process) throws IOException {
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder seen = new StringBuilder();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.startsWith(LISTENING)) {
                return line.substring(LISTENING.length());
            }
            seen.append(line).append('\n');
        }
        throw new IOException("the browser ended before it listened:\n" + seen);
    }

    /** The value of a JavaScript expression, or of the promise that it is. */
    JsonNode eval(String expression) {
        JsonNode answer = call(
                "Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true, "userGesture", true));
        if (answer.has("exceptionDetails")) {
            throw new AssertionError(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    /** An expression that fails is not true yet: what it asks for may be missing while a page is being loaded. */
    void awaitTrue(String expression) {
        Awaitility.await(expression)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertTrue(eval(expression).asBoolean(false), expression));
    }

    /** Loads the page again, and returns when it is there and its scripts have run. */
    void reload() {
        // The mark is gone with the old document, which looks as complete as the new one until then.
        eval("window.old = true; location.reload()");
        awaitTrue("!window.old && document.readyState === 'complete'");
    }

    /** What a person would see of an element. */
    String text(String selector) {
        return eval("document.querySelector('" + selector + "').innerText").asString();
    }

    /** Types the text into what has the focus, in place of all that is there. */
    void retype(String selector, String text) {
        eval("document.querySelector('" + selector + "').focus(); document.activeElement.select()");
        call("Input.insertText", Map.of("text", text));
    }

    void click(String selector) {
        eval("document.querySelector('" + selector + "').click()");
    }

    void resize(int width, int height) {
        call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    void screenshot(Path file) throws IOException {
        String png = call("Page.captureScreenshot", Map.of("format", "png"))
                .path("data")
                .asString();
        Files.write(file, Base64.getDecoder().decode(png));
    }

    private JsonNode call(String method, Map<String, ?> parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<JsonNode> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText(
                        JsonMapper.shared()
                                .writeValueAsString(Map.of("id", id, "method", method, "params", parameters)),
                        true)
                .join();
        return answer.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
        // Asked to, it tidies its profile up; told to, it leaves links there that lead out of the directory.
        call("Browser.close", Map.of());
        socket.abort();
        process.onExit()
                .completeOnTimeout(process, PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** Gathers answers, which may come in pieces; events of the page are of no interest. */
    private final class Listener implements WebSocket.Listener {

        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence piece, boolean last) {
            text.append(piece);
            if (last) {
                JsonNode message = JsonMapper.shared().readTree(text.toString());
                text.setLength(0);
                CompletableFuture<JsonNode> asked =
                        answers.remove(message.path("id").asInt(0));
                if (asked != null) {
                    asked.complete(message.path("result"));
                }
            }
            from.request(1);
            return null;
        }
    }
}
