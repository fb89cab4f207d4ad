package asyfleet.client.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.command.UserStreams;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
@Tag("slow")
class AdminCommandTest {

    private static final String MACHINES = "{\"paused\":true,\"machines\":["
            + "{\"name\":\"3f2a\",\"slots\":4,\"busy\":2,\"drained\":false},"
            + "{\"name\":\"9b1c\",\"slots\":0,\"busy\":0,\"drained\":true}]}";

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().getFirst("Authorization"));
        boolean ends = exchange.getRequestMethod().equals("DELETE");
        byte[] body = (ends ? "{\"ended\":2}" : MACHINES).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void machinesAreATableAndTheTokenComesFromItsFile() throws IOException {
        assertEquals(0, run("machines"));

        assertEquals("""
                machine                                slots  busy
                3f2a                                       4     2
                9b1c                                       0     0  drained
                paused: 'asyfleet admin resume' ends it
                """, said());
        assertEquals("GET /api/admin/machines Bearer a-token-of-operators", asked.remove());
    }

    @Test
    void everyCommandIsOneRequest() throws IOException {
        assertEquals(0, run("drain", "3f 2a"));
        assertEquals(0, run("undrain", "3f2a"));
        assertEquals(0, run("pause"));
        assertEquals(0, run("resume"));
        assertEquals(0, run("end", "--caller", "token bob"));
        assertEquals(0, run("end", "17", "18"));

        assertEquals(
                List.of(
                        "POST /api/admin/machines/3f%202a/drain",
                        "POST /api/admin/machines/3f2a/undrain",
                        "POST /api/admin/pause",
                        "POST /api/admin/resume",
                        "DELETE /api/admin/tasks?caller=token%20bob",
                        "DELETE /api/admin/tasks/17",
                        "DELETE /api/admin/tasks/18"),
                asked.stream().map(line -> line.replaceFirst(" Bearer .*", "")).toList());
        assertTrue(said().endsWith("ended 2\nended 4\n"), said());
    }

    @Test
    void everyRequestNamesTheShardThatWasAskedFor() throws IOException {
        assertEquals(0, run("machines", "--shard", "b 1"));
        assertEquals(0, run("--shard", "b", "end", "--caller", "bob"));

        assertEquals(
                List.of("GET /api/admin/machines?shard=b%201", "DELETE /api/admin/tasks?caller=bob&shard=b"),
                asked.stream().map(line -> line.replaceFirst(" Bearer .*", "")).toList());
    }

    @Test
    void whoDoesNotSayWhatToEndEndsNothing() throws IOException {
        assertEquals(2, run("end"));
        assertEquals(2, run("end", "17", "--caller", "x"));
        assertTrue(asked.isEmpty(), asked.toString());
    }

    private int run(String... arguments) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "a-token-of-operators\n");
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of("--server", "http://127.0.0.1:" + server.getAddress().getPort()));
        all.addAll(List.of("--token-file", token.toString()));
        PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
        UserStreams streams = UserStreams.pipes(InputStream.nullInputStream(), print, print);
        return AdminCommand.create(streams).setErr(new PrintWriter(print)).execute(all.toArray(String[]::new));
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
