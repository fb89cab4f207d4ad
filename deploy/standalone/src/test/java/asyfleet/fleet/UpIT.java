package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** {@code ./asyfleet up}, from the outside. */
@Timeout(300)
class UpIT {

    private static final int ENDED_BY_SIGINT = 130;
    private static final int ENDED_BY_SIGTERM = 143;

    @TempDir
    Path directory;

    @Test
    void rendersAFigureAndLeavesNothingBehindWhenStopped() throws Exception {
        try (Up up = new Up(directory, "--port", "0").awaitReady()) {
            HttpResponse<String> answer = PostedFigures.post(up.url().resolve("/?f=svg"), "draw(unitcircle);");
            assertEquals(200, answer.statusCode(), answer.body());
            assertTrue(answer.body().contains("<svg"), answer.body());

            List<ProcessHandle> children = up.children();
            assertFalse(children.isEmpty(), "there is a Redis at least");
            up.terminate();

            assertEquals(ENDED_BY_SIGTERM, up.awaitExitCode());
            awaitNoneAlive(children);
            assertEquals(List.of(), up.temporaryFiles());
        }
    }

    @Test
    void saysOnceThatItIsReadyAndWhatToTry() throws Exception {
        try (Up up = new Up(directory, "--port", "0").awaitReady()) {
            up.terminate();
            up.awaitExitCode();

            List<String> lines = up.printed();
            assertEquals(
                    1,
                    lines.stream()
                            .filter(line -> line.startsWith("ready http://localhost:"))
                            .count());
            assertTrue(lines.stream().anyMatch(line -> line.contains("curl --fail")), lines.toString());
        }
    }

    @Test
    void ctrlCLetsAFigureThatWasAcceptedFinish() throws Exception {
        try (Up up = new Up(directory, "--port", "0").awaitReady()) {
            CompletableFuture<HttpResponse<String>> answer = PostedFigures.begin(
                    up.url().resolve("/api/render?timeout=30000"), PostedFigures.PAUSE + "draw(unitcircle);");
            Awaitility.await("running").atMost(Duration.ofSeconds(60)).until(() -> PostedFigures.get(
                            up.url().resolve("/api/queue-stats"))
                    .contains("\"active\":1"));

            up.interrupt();

            assertEquals(200, answer.join().statusCode(), answer.join().body());
            assertEquals(ENDED_BY_SIGINT, up.awaitExitCode());
            assertEquals(List.of(), up.complaints());
        }
    }

    @Test
    void killedWithoutWarningItTakesItsChildrenAlong() throws Exception {
        try (Up up = new Up(directory, "--port", "0").awaitReady()) {
            List<ProcessHandle> children = up.children();
            up.kill();
            up.awaitExitCode();

            awaitNoneAlive(children);
        }
    }

    @Test
    void whatItAcceptedBeforeItWasKilledIsDrawnByTheNextWhichExplainsItself() throws Exception {
        String[] flags = {
            "--port",
            "0",
            "--data-directory",
            directory.resolve("asyfleet/up-kept").toString()
        };
        String task;
        try (Up up = new Up(Files.createDirectory(directory.resolve("first")), flags).awaitReady()) {
            String accepted = PostedFigures.post(up.url().resolve("/api/tasks"), "sleep(2); draw(unitcircle);")
                    .body();
            task = JsonMapper.shared()
                    .readTree(accepted)
                    .path("links")
                    .path("self")
                    .asString();
            List<ProcessHandle> children = up.children();
            up.kill();
            awaitNoneAlive(children);
        }
        try (Up up = new Up(Files.createDirectory(directory.resolve("second")), flags).awaitReady()) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(100))
                    .until(() -> PostedFigures.get(up.url().resolve(task)).contains("succeeded"));
            String explained = up.explain(directory); // its Redis has a password that nobody was told
            assertTrue(explained.contains("2 live"), explained);
        }
    }

    @Test
    void aRedisThatIsNotThereIsOneLineThatNamesIt() throws Exception {
        try (Up up = new Up(directory, "--port", "0", "--redis", "redis://127.0.0.1:1", "--redis-patience", "0")) {
            assertEquals(1, up.awaitExitCode());
            assertEquals(1, up.complaints().size(), up.complaints().toString());
            assertTrue(
                    up.complaints().get(0).contains("127.0.0.1:1"),
                    up.complaints().toString());
            assertEquals(List.of(), up.temporaryFiles());
        }
    }

    @Test
    void wrongSettingsAreAllNamedAndEndItWithCodeTwo() throws Exception {
        try (Up up = new Up(directory, "--slots", "none", "--redis", "http://127.0.0.1")) {
            assertEquals(2, up.awaitExitCode());
            String complaints = String.join("\n", up.complaints());
            assertTrue(complaints.contains("--slots"), complaints);
            assertTrue(complaints.contains("--redis"), complaints);
        }
    }

    @Test
    void aPortInUseOnTheAddressAskedForIsOneLineThatNamesIt() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.2"));
                Up up = new Up(directory, "--bind", "127.0.0.2", "--port", "" + taken.getLocalPort())) {
            assertEquals(1, up.awaitExitCode());
            assertTrue(
                    up.complaints().get(0).contains("" + taken.getLocalPort()),
                    up.complaints().toString());
            assertEquals(List.of(), up.temporaryFiles());
        }
    }

    /** Some notice the end of their parent only when it is over. */
    private static void awaitNoneAlive(List<ProcessHandle> processes) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).until(() -> processes.stream()
                .noneMatch(ProcessHandle::isAlive));
    }
}
