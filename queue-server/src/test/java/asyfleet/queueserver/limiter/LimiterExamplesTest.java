package asyfleet.queueserver.limiter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.net.NetThreads;
import asyfleet.process.ChildCommand;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.TestQueueServer;
import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/request-limiter.md}, run as they stand there. */
@Tag("slow")
class LimiterExamplesTest {

    private static final String TOKEN = "a token/with+100%";
    private static final List<String> NODE = List.of("node", "--experimental-websocket");

    private final RedisFixture redis = RedisFixture.start();
    private final NetThreads threads = NetThreads.create(1);
    private QueueServer server;

    @TempDir
    private Path directory;

    @BeforeEach
    void serve() {
        server = TestQueueServer.start(redis, "--auth-token=" + TOKEN, "--lease=60s");
    }

    @AfterEach
    void stop() {
        server.close();
        threads.close();
        redis.close();
    }

    @Test
    void theJavaProgramDownloadsUnlessTheLimitIsReached() throws Exception {
        downloadsUnlessTheLimitIsReached(List.of(ChildCommand.jdk("java")), example("java", "Download.java"));
    }

    @Test
    void theJavaScriptProgramDownloadsUnlessTheLimitIsReached() throws Exception {
        assumeTrue(nodeHasWebSockets());

        downloadsUnlessTheLimitIsReached(NODE, example("js", "download.mjs"));
    }

    private void downloadsUnlessTheLimitIsReached(List<String> runtime, Path program) throws Exception {
        assertEquals("downloading", run(runtime, program));
        LimiterClient other = new LimiterClient(threads, server.port(), "a%20token%2Fwith%2B100%25");
        Awaitility.await().until(() -> other.start("hold", "download", 1));
        String refused = run(runtime, program);

        assertTrue(refused.startsWith("not now") && refused.contains("Request-Limit-Reached: TRUE"), refused);
    }

    /** Writes the one block of that language to a file. */
    private Path example(String language, String file) throws IOException {
        String docs = Files.readString(Path.of(System.getProperty("asyfleet.root"), "docs", "request-limiter.md"));
        Matcher block = Pattern.compile("^```" + language + "\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(docs);
        assertTrue(block.find(), "no " + language);
        return Files.writeString(directory.resolve(file), block.group(1));
    }

    private String run(List<String> runtime, Path program) throws Exception {
        List<String> command = new ArrayList<>(runtime);
        command.addAll(List.of(program.toString(), "ws://127.0.0.1:" + server.port(), TOKEN));
        return output(command);
    }

    private static String output(List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    private static boolean nodeHasWebSockets() {
        List<String> command = new ArrayList<>(NODE);
        command.addAll(List.of("--print", "typeof WebSocket"));
        try {
            return output(command).equals("function");
        } catch (IOException e) {
            return false; // there is no node
        }
    }
}
