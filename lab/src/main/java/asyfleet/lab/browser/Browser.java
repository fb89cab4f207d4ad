package asyfleet.lab.browser;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real browser with one page, driven over its DevTools protocol, so that no driver has to be installed beside it. Used
 * by one thread.
 */
public final class Browser implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(30);
    private static final String LISTENING = "DevTools listening on ";
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final int CONTROL = 2;

    private final Process process;
    private final DevTools page;

    private Browser(Process process, URI page) {
        this.process = process;
        this.page = new DevTools(HTTP, page);
    }

    /** The browser of this machine, if it has one that speaks the protocol. */
    public static Optional<Path> find() {
        return Stream.of("/usr/local/bin", "/usr/bin", "/snap/bin")
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(Path.of(folder)::resolve))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @param directory for its profile */
    public static Browser open(Path program, Path directory) {
        try {
            Process process = new ProcessBuilder(
                            program.toString(),
                            "--headless=new",
                            "--no-sandbox", // it does not run as root otherwise, and sees no page but ours
                            // Figures that turn need WebGL, and there may be no graphics card.
                            // All else is drawn without one, which takes half the processor time.
                            "--use-angle=swiftshader",
                            "--enable-unsafe-swiftshader",
                            "--disable-gpu-rasterization",
                            "--disable-gpu-compositing",
                            "--disable-dev-shm-usage",
                            "--no-first-run",
                            "--remote-debugging-port=0",
                            "--user-data-dir=" + directory,
                            "about:blank")
                    .redirectErrorStream(true)
                    .start();
            try {
                return attach(process);
            } catch (RuntimeException | IOException e) {
                process.destroyForcibly();
                throw e;
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + program, e);
        }
    }

    private static Browser attach(Process process) throws IOException {
        URI devTools = URI.create(listening(process));
        HttpRequest newPage = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + devTools.getPort() + "/json/new?about:blank"))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build();
        String opened = HTTP.sendAsync(newPage, HttpResponse.BodyHandlers.ofString())
                .join()
                .body();
        JsonNode page = JsonMapper.shared().readTree(opened);
        Browser browser = new Browser(
                process, URI.create(page.path("webSocketDebuggerUrl").asString()));
        for (String domain : List.of("Runtime", "Log", "Page")) {
            browser.page.call(domain + ".enable", Map.of());
        }
        // A page in the background gets no frames and no focus.
        browser.page.call("Page.bringToFront", Map.of());
        browser.page.call("Emulation.setFocusEmulationEnabled", Map.of("enabled", true));
        return browser;
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

    /** Opens an address; returns when the document is there and its scripts have run. */
    public void go(String url) {
        page.complaints().clear();
        // The mark is gone with the old document, which looks as complete as the new one until then.
        eval("window.old = true");
        page.call("Page.navigate", Map.of("url", url));
        awaitTrue("!window.old && document.readyState === 'complete'");
    }

    /** Opens an address after a script has run in the new document, before those of the page. */
    public void go(String url, String before) {
        String script = page.call("Page.addScriptToEvaluateOnNewDocument", Map.of("source", before))
                .path("identifier")
                .asString();
        try {
            go(url);
        } finally {
            page.call("Page.removeScriptToEvaluateOnNewDocument", Map.of("identifier", script));
        }
    }

    public void reload() {
        eval("window.old = true; location.reload()");
        awaitTrue("!window.old && document.readyState === 'complete'");
    }

    /** The value of a JavaScript expression, or of the promise that it is. */
    public JsonNode eval(String expression) {
        JsonNode answer = page.call(
                "Runtime.evaluate",
                Map.of("expression", expression, "returnByValue", true, "awaitPromise", true, "userGesture", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(expression + ": " + answer.path("exceptionDetails"));
        }
        return answer.path("result").path("value");
    }

    /**
     * An expression that fails is not true yet: what it asks for may be missing while a page is being loaded. One that begins
     * with a brace is a block, whose last value counts.
     */
    public void awaitTrue(String expression) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isTrue(expression)) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("not true within " + PATIENCE.toSeconds() + " s: " + expression
                        + "; the page complains of " + complaints());
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private boolean isTrue(String expression) {
        boolean isBlock = expression.startsWith("{");
        try {
            return eval(isBlock ? expression : "Promise.resolve(" + expression + ").then(value => !!value)")
                    .asBoolean(false);
        } catch (IllegalStateException e) {
            if (e.getMessage().contains("SyntaxError")) {
                throw e; // it will never be true
            }
            return false;
        }
    }

    /** The text that a person would see of an element. */
    public String text(String selector) {
        return eval("document.querySelector('" + selector + "').innerText").asString();
    }

    /** Types the text into what has the focus. */
    public void type(String text) {
        page.call("Input.insertText", Map.of("text", text));
    }

    /** Presses one key: {@code Enter}, {@code a}. */
    public void press(String key) {
        press(key, 0);
    }

    public void pressControl(String key) {
        press(key, CONTROL);
    }

    private void press(String key, int modifiers) {
        int code = key.length() == 1 ? Character.toUpperCase(key.charAt(0)) : KEY_CODES.get(key);
        for (String type : List.of("rawKeyDown", "keyUp")) {
            page.send(
                    "Input.dispatchKeyEvent",
                    Map.of("type", type, "key", key, "modifiers", modifiers, "windowsVirtualKeyCode", code));
        }
    }

    private static final Map<String, Integer> KEY_CODES = Map.of(
            "Enter",
            13,
            "Escape",
            27,
            "Tab",
            9,
            "F2",
            113,
            "F8",
            119,
            "ArrowUp",
            38,
            "ArrowDown",
            40,
            "Home",
            36,
            "End",
            35);

    /** Presses the mouse at a place, moves it to another with the button held, and lets it go. */
    public void drag(int x, int y, int toX, int toY) {
        mouse(Map.of("type", "mousePressed", "x", x, "y", y, "button", "left", "buttons", 1, "clickCount", 1));
        mouse(Map.of("type", "mouseMoved", "x", toX, "y", toY, "button", "left", "buttons", 1));
        mouse(Map.of("type", "mouseReleased", "x", toX, "y", toY, "button", "left", "buttons", 0, "clickCount", 1));
    }

    /** Turns the wheel of the mouse at a place; up is negative. */
    public void wheel(int x, int y, int by) {
        mouse(Map.of("type", "mouseWheel", "x", x, "y", y, "deltaX", 0, "deltaY", by));
    }

    private void mouse(Map<String, Object> event) {
        page.call("Input.dispatchMouseEvent", event);
    }

    /** Puts fingers on the page, moves them or takes them away: {@code touchStart}, {@code touchMove}, {@code touchEnd}. */
    public void touch(String type, int[][] places) {
        List<Map<String, Integer>> points = IntStream.range(0, places.length)
                .mapToObj(i -> Map.of("x", places[i][0], "y", places[i][1], "id", i))
                .toList();
        page.call("Input.dispatchTouchEvent", Map.of("type", type, "touchPoints", points));
    }

    /** Fails if nobody could click there, because it is not seen. */
    public void click(String selector) {
        eval("{ const seen = document.querySelector('" + selector + "');"
                + " if (!seen.checkVisibility()) throw new Error('not seen'); seen.click(); }");
    }

    /** Sends a form, as its button would; returns when the answer is there. */
    public void submit(String form) {
        page.complaints().clear();
        eval("window.old = true; document.querySelector('" + form + "').submit()");
        awaitTrue("!window.old && document.readyState === 'complete'");
    }

    /** Whether pages may run scripts; what a test evaluates runs in any case. */
    public void scripts(boolean allowed) {
        page.call("Emulation.setScriptExecutionDisabled", Map.of("value", !allowed));
    }

    public void resize(int width, int height) {
        page.call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
    }

    /** Whether the system of the user prefers dark pages. */
    public void dark(boolean dark) {
        Map<String, String> scheme = Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
        page.call("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
    }

    /** Lets the page use the clipboard, as a user would be asked to. */
    public void allowClipboard() {
        page.call(
                "Browser.grantPermissions",
                Map.of("permissions", List.of("clipboardReadWrite", "clipboardSanitizedWrite")));
    }

    public void screenshot(Path file) {
        byte[] png = Base64.getDecoder()
                .decode(page.call("Page.captureScreenshot", Map.of("format", "png"))
                        .path("data")
                        .asString());
        try {
            Files.write(file, png);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Errors that the page logged or threw since it was opened, and what its policy refused. */
    public List<String> complaints() {
        return page.complaints();
    }

    @Override
    public void close() {
        // Asked to, it tidies its profile up; told to, it leaves links there that lead out of the directory.
        page.call("Browser.close", Map.of());
        page.close();
        process.onExit()
                .completeOnTimeout(process, PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
