package asyfleet.backend.serve;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.Backend;
import asyfleet.backend.BackendSettings;
import asyfleet.backend.ExecutionSettings;
import asyfleet.backend.SandboxSettings;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Socket;
import java.net.URI;
import java.net.http.WebSocketHandshakeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A backend on its own, as the first protocol describes it. */
@Tag("slow")
final class DirectTasksTest {

    private static final String ADD_MAIN = "add {\"filename\": \"main.asy\", \"main\": true}";
    private static final String ENDLESS = "write(\"running\"); flush(stdout); while(true){}";

    private static Backend backend;

    @BeforeAll
    static void start() {
        backend = start("--time-limit=40s", "--file-types=csv,xyz");
    }

    private static Backend start(String... more) {
        List<String> flags = new ArrayList<>(List.of("--direct", "--slots=1", "--port=0", "--drain-limit=1s"));
        flags.addAll(List.of(more));
        return Backend.start(withoutSelfTest(BackendSettings.read(BackendSettings.SPEC.read(flags, Map.of()))));
    }

    private static BackendSettings withoutSelfTest(BackendSettings read) {
        ExecutionSettings all = read.execution();
        SandboxSettings sandbox = new SandboxSettings(
                all.sandbox().mode(), all.sandbox().limits(), all.sandbox().stateBase(), Optional.empty());
        ExecutionSettings execution =
                new ExecutionSettings(all.slots(), all.limits(), sandbox, all.warm(), all.modules());
        return new BackendSettings(read.direct(), read.fleet(), read.server(), read.lameDuck(), execution);
    }

    @AfterAll
    static void stop() {
        backend.close();
    }

    @Test
    void aBackendThatIsToldToEndIsNotReadyButServesOnForAWhile() throws Exception {
        Backend ending = start("--warm-start=false", "--lame-duck=1h");
        URI ready = URI.create(ending.address().replaceFirst("^ws", "http") + "/readyz");
        Thread closing = new Thread(ending::close);
        closing.start();
        await().until(() -> status(ready) == 503);
        try (JdkWebSocketClient client = JdkWebSocketClient.connect(ending.address() + "/")) {
            client.text(ADD_MAIN).binary("draw(unitsquare);").text("run");
            String complete = last(client.awaitClose());
            assertTrue(complete.startsWith("complete {\"success\":true,"), complete);
        }

        closing.interrupt();
        closing.join();
        await().until(() -> isRefused(ready));
    }

    private static int status(URI uri) throws IOException {
        return ((HttpURLConnection) uri.toURL().openConnection()).getResponseCode();
    }

    private static boolean isRefused(URI uri) {
        try (Socket there = new Socket(uri.getHost(), uri.getPort())) {
            return false;
        } catch (IOException e) {
            return true;
        }
    }

    /** There is one place, and the client before may have left it just now. */
    private static JdkWebSocketClient connect() {
        return await().ignoreExceptions()
                .until(() -> JdkWebSocketClient.connect(backend.address() + "/"), client -> true);
    }

    private static String last(List<String> frames) {
        return frames.get(frames.size() - 1);
    }

    @Test
    void aTaskIsAddedRunAndAnswered() {
        try (JdkWebSocketClient client = connect()) {
            client.text(ADD_MAIN)
                    .binary("import shapes; write(\"hello\"); square();")
                    .text("add {\"filename\": \"shapes.asy\", \"main\": false}")
                    .binary("void square() { draw(unitsquare); }")
                    .text("options {\"format\": \"pdf\"}")
                    .text("run");
            List<String> frames = client.awaitClose();
            assertEquals("output {\"stream\":\"stdout\"}", frames.get(0));
            assertEquals("hello\n", frames.get(1));
            assertEquals("result {\"format\":\"pdf\"}", frames.get(2));
            assertTrue(frames.get(3).startsWith("%PDF"));
            assertTrue(frames.get(4).startsWith("complete {\"success\":true,"), frames.get(4));
            assertEquals(5, frames.size());
        }
    }

    @Test
    void theTimeLimitCanBeShortenedWhileItRuns() {
        try (JdkWebSocketClient client = connect()) {
            client.text(ADD_MAIN).binary(ENDLESS).text("run");
            await().until(() -> !client.frames().isEmpty());
            client.text("options {\"timeout\": 100}");
            assertTrue(last(client.awaitClose())
                    .contains("\"error\":\"Execution aborted due to the time limit (100ms)\""));
        }
    }

    @Test
    void aShellTakesInput() {
        try (JdkWebSocketClient client = connect()) {
            client.text("options {\"interactive\": true}").text("run");
            client.text("input").binary("write(6*7);\n");
            await().until(() -> String.join("", client.frames()).contains("42\n"));
            client.text("input").binary("quit\n");
            assertTrue(last(client.awaitClose()).startsWith("complete {\"success\":true,"));
        }
    }

    @Test
    void beyondOneConnectionForEachSlotThereIs503() {
        try (JdkWebSocketClient first = connect()) {
            first.text(ADD_MAIN).binary(ENDLESS).text("run");
            await().until(() -> !first.frames().isEmpty());
            CompletionException refused =
                    assertThrows(CompletionException.class, () -> JdkWebSocketClient.connect(backend.address() + "/"));
            WebSocketHandshakeException handshake =
                    assertInstanceOf(WebSocketHandshakeException.class, refused.getCause());
            assertEquals(503, handshake.getResponse().statusCode());
        }
    }

    @Test
    void aClientThatLeavesFreesItsPlace() {
        try (JdkWebSocketClient client = connect()) {
            client.text(ADD_MAIN).binary(ENDLESS).text("run");
            await().until(() -> !client.frames().isEmpty());
        }
        connect().close();
    }

    @Test
    void aClientThatLeavesBeforeRunFreesItsPlace() {
        try (JdkWebSocketClient client = connect()) {
            client.text(ADD_MAIN).binary(ENDLESS);
        }
        connect().close();
    }

    @Test
    void whatBreaksTheProtocolIsNamedAndTheConnectionClosed() {
        Map<String, String> mistakes = Map.of(
                "run", "no files; expected a main file",
                "input", "out of turn; expected add, options or run",
                "dance", "dance",
                "options {\"format\": \"gif\"}", "\"summary\":\"options: \\\"format\\\" is \\\"gif\\\"; expected ",
                "options {\"scale\": 100}", "\\\"scale\\\" is 100; expected an integer from 1 to 8",
                "options {\"zoom\": 2}", "unknown field \\\"zoom\\\"",
                "add {\"filename\": \"a.png\", \"main\": false}", "expected it to end in .asy, .csv, .xyz");
        mistakes.forEach((frame, said) -> {
            try (JdkWebSocketClient client = connect()) {
                client.text(frame);
                if (frame.equals("input")) {
                    client.binary("write(1);\n");
                }
                String complete = last(client.awaitClose());
                assertTrue(complete.startsWith("complete {\"success\":false,"), complete);
                assertTrue(complete.contains(said), complete);
            }
        });
    }

    @Test
    void theOperatorChoosesTheKindsOfFiles() {
        try (JdkWebSocketClient client = connect()) {
            client.text("add {\"filename\": \"points.xyz\", \"main\": false}").binary("1 2");
            client.text(ADD_MAIN).binary("real[] a=input(\"points.xyz\"); draw((0,0)--(a[0],a[1]));");
            client.text("run");
            assertTrue(last(client.awaitClose()).startsWith("complete {\"success\":true,"));
        }
    }

    @Test
    void contentsThatDoNotMatchTheirHashAreRefused() {
        String hash = "0".repeat(64);
        try (JdkWebSocketClient client = connect()) {
            client.text("add {\"filename\": \"main.asy\", \"main\": true, \"hash\": \"" + hash + "\"}")
                    .binary("draw(unitsquare);");
            assertTrue(last(client.awaitClose()).contains("hash of"));
        }
    }
}
