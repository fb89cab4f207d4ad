package asyfleet.client.fleet;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.ClientMain;
import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.UserStreams;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.json.JsonMapper;

@Timeout(60)
@Tag("slow")
class FleetCommandsTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** The token that the last request showed. */
    private volatile String authorization;

    /** Whether connections are closed without an answer. */
    private volatile boolean silent;

    @TempDir
    private Path directory;

    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer(
                "/api/queue-stats",
                "{\"queue\":{\"queued\":3,\"active\":2,\"maxConcurrent\":4,\"completedTasks\":9,\"failedTasks\":1,"
                        + "\"averageTaskTime\":456,\"maxQueueSize\":200}}");
        answer("/api/versions", "{\"asyfleet\":\"0.1.0\",\"asymptote\":\"2.85\"}");
        server.start();
    }

    private void answer(String path, String json) {
        server.createContext(path, exchange -> {
            authorization = exchange.getRequestHeaders().getFirst("Authorization");
            if (silent) {
                exchange.close();
                return;
            }
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private int run(Function<UserStreams, Callable<Integer>> command) {
        return run(command, "");
    }

    private int run(Function<UserStreams, Callable<Integer>> command, String path) {
        return new CommandLine(command.apply(streams(Map.of()))).execute("--server", address() + path);
    }

    private UserStreams streams(Map<String, String> environment) {
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream mistakes = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new UserStreams(InputStream.nullInputStream(), print, mistakes, false, false, false, environment);
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void theNumbersOfTheQueueAreShown() {
        assertEquals(0, run(StatsCommand::new));
        assertEquals("""
                waiting    3 of at most 200
                running    2 on 4 slots
                completed  9, 456 ms on average
                failed     1
                """, out.toString(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/figures", "/figures/", "/figures/asy"})
    void aFleetMayBeBelowAPathOfAProxy(String path) {
        answer("/figures/api/versions", "{\"asyfleet\":\"below\"}");

        assertEquals(0, run(VersionCommand::new, path));
        assertTrue(out.toString(StandardCharsets.UTF_8).endsWith("fleet      below\n"), out.toString());
    }

    @Test
    void theVersionsOfClientAndFleetAreShownAndAFleetThatIsNotThereIsNoMistake() {
        assertEquals(0, run(VersionCommand::new));
        assertTrue(
                out.toString(StandardCharsets.UTF_8).endsWith("fleet      0.1.0\nasymptote  2.85\n"), out.toString());

        server.stop(0);
        assertEquals(0, run(VersionCommand::new));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("fleet      no server answers at"), out.toString());
    }

    /** In place of {@code DIR} stands a directory with the files a and b, which hold the tokens a and b. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            stats --token t                 | ASYFLEET_TOKEN=e                           | Bearer t
            stats --token-file DIR/a        | ASYFLEET_TOKEN=e                           | Bearer a
            stats                           | ASYFLEET_TOKEN=e ASYFLEET_TOKEN_FILE=DIR/a | Bearer e
            stats                           | ASYFLEET_TOKEN=  ASYFLEET_TOKEN_FILE=DIR/a | Bearer a
            stats                           | ASYFLEET_ADMIN_TOKEN=e                     | none
            admin machines --token-file DIR/a | ASYFLEET_ADMIN_TOKEN=e                   | Bearer a
            admin machines                  | ASYFLEET_ADMIN_TOKEN=e ASYFLEET_TOKEN=t    | Bearer e
            admin machines                  | ASYFLEET_ADMIN_TOKEN_FILE=DIR/b            | Bearer b
            """)
    void anOptionWinsOverTheEnvironmentAndATokenOverAFile(String arguments, String environment, String shown)
            throws IOException {
        Files.writeString(directory.resolve("a"), "a\n");
        Files.writeString(directory.resolve("b"), "b\n");
        answer("/api/admin/machines", "{\"machines\":[]}");
        Map<String, String> variables = new HashMap<>();
        for (String variable : environment.replace("DIR", directory.toString()).split(" +")) {
            variables.put(variable.replaceFirst("=.*", ""), variable.replaceFirst(".*?=", ""));
        }

        assertEquals(0, client(variables, arguments));
        assertEquals(shown, authorization);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            stats --token t --token-file DIR/a | --token and --token-file are both there; expected one of the two
            stats --token-file DIR             | --token-file: DIR: is a directory; expected a file
            stats --token-file DIR/none        | --token-file: there is no DIR/none
            stats --token-file DIR/two         | --token-file DIR/two holds no token; expected one word of ASCII characters
            """)
    void aTokenThatIsNoneIsRefusedAndNotRepeated(String arguments, String mistake) throws IOException {
        Files.writeString(directory.resolve("two"), "alice secret\n");

        assertEquals(2, client(Map.of(), arguments));
        assertEquals(
                "asyfleet stats: " + mistake.replace("DIR", directory.toString())
                        + " ('asyfleet stats --help' lists the options)\n",
                err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void whoWatchesIsToldThatTheServerIsGoneAndThenSeesItsNumbersAgain() throws Exception {
        Thread user = new Thread(() -> new CommandLine(new StatsCommand(streams(Map.of()), Duration.ofMillis(10)))
                .setExecutionExceptionHandler((interrupted, command, arguments) -> 1)
                .execute("--watch", "--server", address()));
        user.start();
        try {
            await().until(() -> out.toString(StandardCharsets.UTF_8).contains("3 waiting"));
            silent = true;
            await().until(() -> out.toString(StandardCharsets.UTF_8).contains("  " + address() + "/api/queue-stats: "));
            silent = false;
            await().until(() -> out.toString(StandardCharsets.UTF_8)
                    .replaceFirst("(?s).*/api/queue-stats: ", "")
                    .contains("3 waiting"));
        } finally {
            user.interrupt();
            user.join();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stats --json", "admin machines --json", "render --json DIR/figure.asy"})
    void aProgramThatReadsJsonGetsAnObjectAlsoWhenNoServerAnswers(String arguments) throws IOException {
        Files.writeString(directory.resolve("figure.asy"), "draw(unitcircle);");
        String address = address();
        server.stop(0);

        assertEquals(3, client(Map.of("ASYFLEET_ADMIN_TOKEN", "t"), arguments + " --server " + address));
        String[] lines = out.toString(StandardCharsets.UTF_8).split("\n");
        assertEquals(1, lines.length, out.toString(StandardCharsets.UTF_8));
        String error = JsonMapper.shared().readTree(lines[0]).path("error").asString();
        assertTrue(error.startsWith("no server answers at "), error);
    }

    private int client(Map<String, String> environment, String arguments) {
        String all = arguments.contains("--server") ? arguments : arguments + " --server " + address();
        return ClientMain.run(
                streams(environment),
                new OpenBatches(),
                all.replace("DIR", directory.toString()).split(" +"));
    }
}
