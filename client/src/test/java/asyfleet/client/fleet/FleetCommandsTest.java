package asyfleet.client.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.command.UserStreams;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

@Timeout(60)
@Tag("slow")
class FleetCommandsTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
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
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        UserStreams streams = UserStreams.pipes(InputStream.nullInputStream(), print, print);
        return new CommandLine(command.apply(streams))
                .execute("--server", "http://127.0.0.1:" + server.getAddress().getPort() + path);
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
}
