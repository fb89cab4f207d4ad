package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import asyfleet.fleet.FleetProcesses.Member;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.redis.RedisFixture;
import asyfleet.repository.Repository;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.ObjectMapper;

/**
 * The programs of {@code docs/joining}, each as it stands in place of a service of ours. All tests use one fleet; each
 * program leaves it before our service is back.
 */
@Timeout(300)
@Tag("slow")
class JoiningTest {

    private static final String CIRCLE = "draw(unitcircle);";

    /** The path that the backend of the page draws for every figure. */
    private static final String SQUARE = "M0 0h1v1h-1z";

    /**
     * The time from the address to the client. This backend tells nobody where it is, so the scheduler does, once a second.
     * Else the queue server looks each 15 s.
     */
    private static final Duration NOTICED = Duration.ofSeconds(8);

    private static RedisFixture redis;
    private static FleetProcesses fleet;

    @TempDir
    private Path directory;

    @BeforeAll
    static void startFleet() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/python3")), "there is no /usr/bin/python3");
        redis = RedisFixture.startOwn();
        fleet = FleetProcesses.start(redis, Map.of("ASYFLEET_SLOTS", "1", "ASYFLEET_RESULT_LIFE", "0"));
    }

    @AfterAll
    static void stopFleet() {
        if (fleet != null) {
            fleet.close();
            redis.close();
        }
    }

    @Test
    void aQueueServerGetsItsFigureFromOurBackend() throws Exception {
        String picture = runQueueServer(redis);

        assertTrue(picture.contains("<svg"), picture);
        assertTrue(!picture.contains(SQUARE), picture);
    }

    @Test
    void aWrongFieldOfAQueueServerIsAnsweredAndNotTakenForItsDefault() throws Exception {
        String printed = queueServer(write(CIRCLE), "format=jpg").run();

        assertTrue(printed.contains("field format of the task: got \\\"jpg\\\", expected svg, pdf,"), printed);
        assertTrue(printed.contains("complete {\"success\":false"), printed);
    }

    @Test
    void ourBackendShortensATaskOfAnotherQueueServerWhileOthersWait() throws Exception {
        try (ChildProcess queueServer = queueServer(write("write(\"runs\"); flush(stdout); while(true) {}"))
                .start()) {
            queueServer.await(Pattern.compile("runs"));

            HttpResponse<String> answer = PostedFigures.post(fleet.url().resolve("/?f=svg"), CIRCLE);

            assertEquals(200, answer.statusCode(), answer.body());
            String end = queueServer.await(Pattern.compile("complete .*"));
            assertTrue(end.contains("time limit (3000ms)"), end); // and not those 30 s that it had at first
        }
    }

    @Test
    void aSchedulerGivesFiguresToOurBackend() throws Exception {
        fleet.kill(Member.SCHEDULER);
        try (ChildProcess scheduler = start("scheduler.py", redis)) {
            scheduler.await(Pattern.compile("deciding"));

            HttpResponse<String> answer = PostedFigures.post(fleet.url().resolve("/?f=svg"), CIRCLE);

            assertEquals(200, answer.statusCode(), answer.body());
            assertTrue(answer.body().contains("<svg"), answer.body());
        } finally {
            fleet.startAgain(Member.SCHEDULER);
        }
    }

    @Test
    void aBackendAnswersClientsOfOursAndIsCounted() throws Exception {
        fleet.kill(Member.BACKEND);
        try (ChildProcess backend = start("backend.py", redis)) {
            backend.await(Pattern.compile("joined as backend"));
            long before = completed();

            for (int i = 1; i <= 3; i++) {
                HttpResponse<String> answer = PostedFigures.post(fleet.url().resolve("/?f=svg"), CIRCLE);

                assertTrue(answer.body().contains(SQUARE), answer.body());
                String millis = backend.await(Pattern.compile("figure " + i + " .* after (\\d+) ms"));
                assertTrue(Long.parseLong(millis) < NOTICED.toMillis(), () -> "noticed after " + millis + " ms");
            }
            Awaitility.await("the figures count").atMost(Duration.ofSeconds(30)).until(() -> completed() >= before + 3);
            backend.terminate();
            backend.exitCode();
        } finally {
            fleet.startAgain(Member.BACKEND);
        }
    }

    @Test
    void theThreeProgramsAreAFleet() throws Exception {
        try (RedisFixture own = RedisFixture.startOwn();
                ChildProcess scheduler = start("scheduler.py", own);
                ChildProcess backend = start("backend.py", own)) {
            scheduler.await(Pattern.compile("deciding"));
            backend.await(Pattern.compile("joined as backend"));

            assertTrue(runQueueServer(own).contains(SQUARE));
        }
    }

    /** Draws a circle by the queue server of the page, and reads what it wrote. */
    private String runQueueServer(RedisFixture where) throws Exception {
        String printed = program("queue_server.py", where, write(CIRCLE))
                .under("env", "-C", directory.toString())
                .run();
        assertTrue(printed.contains("complete {\"success\""), printed);
        return Files.readString(directory.resolve("out.svg"));
    }

    private ChildCommand queueServer(String... arguments) {
        return program("queue_server.py", redis, arguments).under("env", "-C", directory.toString());
    }

    private String write(String source) throws IOException {
        return Files.writeString(directory.resolve("figure.asy"), source).toString();
    }

    private static ChildProcess start(String name, RedisFixture where) {
        return program(name, where).start();
    }

    private static ChildCommand program(String name, RedisFixture where, String... arguments) {
        String file = Repository.root().resolve("docs/joining").resolve(name).toString();
        List<String> command = new ArrayList<>(List.of("/usr/bin/python3", file));
        command.addAll(List.of(arguments));
        return new ChildCommand(name, command, Map.of("REDIS_URL", where.uri(), "PYTHONDONTWRITEBYTECODE", "1"));
    }

    private static long completed() throws Exception {
        String stats = PostedFigures.get(fleet.url().resolve("/api/queue-stats"));
        return new ObjectMapper()
                .readTree(stats)
                .path("queue")
                .path("completedTasks")
                .asLong(-1);
    }
}
