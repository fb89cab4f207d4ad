package asyfleet.fleet;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.ClientMain;
import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.UserStreams;
import asyfleet.redis.RedisFixture;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code asyfleet admin} on real services: what an operator does, and what the callers of tasks see of it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class AdminIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String ENDLESS = "while(true) {}";

    /** The exit code of a client whose fleet does not accept what it asks for. */
    private static final int REFUSED = 3;

    @TempDir
    private static Path directory;

    private static RedisFixture redis;
    private static FleetProcesses fleet;

    @BeforeAll
    static void open() throws Exception {
        redis = RedisFixture.start();
        Path tokens = Files.writeString(directory.resolve("tokens"), "alice " + "0".repeat(32) + "\n");
        Files.writeString(directory.resolve("alice"), "0".repeat(32) + "\n");
        Files.writeString(directory.resolve("mallory"), "1".repeat(32) + "\n");
        fleet = FleetProcesses.start(
                redis,
                Map.of("ASYFLEET_SLOTS", "1", "ASYFLEET_RESULT_LIFE", "0", "ASYFLEET_ADMIN_TOKENS", tokens.toString()));
    }

    @AfterAll
    static void close() {
        fleet.close();
        redis.close();
    }

    private record Ran(int exitCode, String printed) {}

    @Test
    void aTaskThatRunsIsListedAndEndedAndItsCallerIsTold() {
        CompletableFuture<HttpResponse<String>> answer =
                PostedFigures.begin(fleet.url().resolve("/api/render?timeout=30000"), ENDLESS);
        String task = awaitListed("(\\d+) +running .*");

        assertEquals(new Ran(0, "ended 1\n"), admin("end", task));
        assertTrue(answer.join().body().contains("operator"), answer.join().body());
        await().atMost(PATIENCE).until(() -> !printed("tasks").contains(task));
    }

    @Test
    void allTasksOfACallerAreEnded() {
        CompletableFuture<HttpResponse<String>> one =
                PostedFigures.begin(fleet.url().resolve("/api/render?timeout=30000"), ENDLESS);
        CompletableFuture<HttpResponse<String>> other =
                PostedFigures.begin(fleet.url().resolve("/api/render?timeout=30000"), ENDLESS + "// the other");
        awaitListed("(\\d+) +running .*");
        awaitListed("(\\d+) +waiting .*");
        String caller = awaitListed("\\d+ +running +\\d+ s +(\\S+(?: \\S+)*) {2,}\\S+");

        assertEquals(new Ran(0, "ended 2\n"), admin("end", "--caller", caller));
        assertTrue(one.join().body().contains("operator"), one.join().body());
        assertTrue(other.join().body().contains("operator"), other.join().body());
    }

    @Test
    void aDrainedMachineGetsNothingUntilItMayRunAgain() {
        String machine = awaitPrinted("machines", "(\\S{8})\\S* +1 .*");

        assertTrue(admin("drain", machine).printed().matches("(?s).*\\n" + machine + "\\S* .* drained\\n.*"));
        awaitPrinted("machines", "(" + machine + ")\\S* +0 +0 +drained");
        CompletableFuture<HttpResponse<String>> answer =
                PostedFigures.begin(fleet.url().resolve("/?f=svg"), "draw(unitcircle);");
        awaitListed("(\\d+) +waiting .*");
        assertFalse(answer.isDone());
        assertFalse(admin("undrain", machine).printed().contains("drained"));

        assertEquals(200, answer.join().statusCode(), answer.join().body());
    }

    @Test
    void aPauseIsSaidAndEndsWithResume() {
        String paused = admin("pause").printed();
        String resumed = admin("resume").printed();

        assertTrue(paused.contains("paused: 'asyfleet admin resume' ends it"), paused);
        assertFalse(resumed.contains("paused"), resumed);
        awaitPrinted("machines", "(\\S{8})\\S* +1 .*");
    }

    @Test
    void anotherTokenOpensNothing() {
        Ran ran = as("mallory", "pause");

        assertEquals(REFUSED, ran.exitCode(), ran.toString());
        assertTrue(ran.printed().contains("answered with status 401"), ran.toString());
    }

    private static String awaitListed(String row) {
        return awaitPrinted("tasks", row);
    }

    /** Waits for a line of a table. @return the first group */
    private static String awaitPrinted(String table, String row) {
        Pattern line = Pattern.compile("(?m)^" + row + "$");
        return await().atMost(PATIENCE)
                .until(() -> line.matcher(printed(table)).results().findFirst(), found -> found.isPresent())
                .map((MatchResult found) -> found.group(1))
                .orElseThrow();
    }

    private static String printed(String table) {
        return admin(table).printed();
    }

    private static Ran admin(String... arguments) {
        return as("alice", arguments);
    }

    private static Ran as(String operator, String... arguments) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream print = new PrintStream(said, true, StandardCharsets.UTF_8);
        List<String> all = new ArrayList<>(List.of("admin"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--server", fleet.url().toString()));
        all.addAll(List.of("--token-file", directory.resolve(operator).toString()));
        int code = ClientMain.run(
                UserStreams.pipes(InputStream.nullInputStream(), print, print),
                new OpenBatches(),
                all.toArray(String[]::new));
        return new Ran(code, said.toString(StandardCharsets.UTF_8));
    }
}
