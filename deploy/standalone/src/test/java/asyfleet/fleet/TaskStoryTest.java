package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The logs of all services tell what became of one task, to whoever looks for its ID. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class TaskStoryTest {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private RedisFixture redis;
    private Map<String, String> settings;
    private final List<ServiceProcess> services = new ArrayList<>();
    private ServiceProcess queueServer;

    @BeforeEach
    void startFleet() {
        redis = RedisFixture.startOwn();
        settings = Map.of(
                "REDIS_URL", redis.uri(),
                "ASYFLEET_LEVELS", "3s=100%,30s=100%",
                "ASYFLEET_SLOTS", "1",
                "ASYFLEET_WARM_START", "false"); // it makes backends start later
        queueServer = begin("asyfleet.queueserver.QueueServerMain", Map.of());
        begin("asyfleet.scheduler.SchedulerMain", Map.of());
    }

    @AfterEach
    void stopFleet() {
        services.forEach(ServiceProcess::kill);
        redis.close();
    }

    @Test
    void theIdOfATaskWhoseBackendDiedFindsItsWholeStoryInOrder() throws Exception {
        ServiceProcess first = begin("asyfleet.backend.BackendMain", Map.of());
        begin("asyfleet.backend.BackendMain", Map.of());
        services.forEach(ServiceProcess::awaitReady);
        URI tasks = queueServer.address().resolve("/api/tasks?timeout=30000");
        String id = JsonMapper.shared()
                .readTree(PostedFigures.post(tasks, PostedFigures.PAUSE + "draw(unitcircle);")
                        .body())
                .path("id")
                .asString();
        ServiceProcess killed = awaitBusy();

        killed.kill();

        List<String> story = awaitStory(id, " task ended ", 4); // the first run has one of the scheduler only
        String text = String.join("\n", story);
        List<String> byQueueServer = of("queue-server", story);
        List<String> byBackend = of("backend", story);
        assertEquals(2, byQueueServer.size(), text);
        assertEquals(1, byBackend.size(), text); // the other one was killed before it could say anything
        assertTrue(byQueueServer.get(0).contains(" WARN queue-server backend lost "), text);
        assertEquals("1", field("runs", byQueueServer.get(0)), text);
        assertEquals(killed.address().getAuthority(), field("machine", byQueueServer.get(0)), text);
        assertTrue(byQueueServer.get(1).contains(" INFO queue-server task ended "), text);
        assertEquals("OK", field("code", byQueueServer.get(1)), text);
        assertEquals("2", field("attempts", byQueueServer.get(1)), text);
        assertTrue(seconds("wait", byQueueServer.get(1)) > 0, text);
        assertTrue(seconds("run", byQueueServer.get(1)) >= 8, text);
        assertTrue(seconds("total", byQueueServer.get(1)) >= seconds("run", byQueueServer.get(1)), text);
        assertTrue(seconds("run", byBackend.get(0)) >= 8, text);
        assertEquals("30s", field("limit", byBackend.get(0)), text);
        for (String line : of("scheduler", story)) {
            assertEquals("1", field("queue_level", line), text);
            assertEquals("1", field("priority", line), text);
            assertTrue(seconds("waited", line) >= 0 && seconds("ran", line) > 0, text);
        }
        String metrics = PostedFigures.get(queueServer.address().resolve("/metrics"));
        assertTrue(metrics.contains("\nasyfleet_tasks_rerun_total 1.0\n"), metrics);
        ServiceProcess second = killed == first ? services.get(3) : first;
        assertEquals(second.address().getAuthority(), field("machine", byQueueServer.get(1)), text);
        assertEquals(field("task", byQueueServer.get(1)), field("task", byBackend.get(0)), text);
        assertEquals(
                1,
                story.stream()
                        .map(line -> field("traceparent", line))
                        .distinct()
                        .count(),
                text);
        assertInOrder(story, " WARN queue-server backend lost ", " INFO backend task ended ");
        assertInOrder(story, " lost=true ", " INFO backend task ended ");
        assertInOrder(story, " INFO backend task ended ", " INFO scheduler task ended task=" + lastTask(story));
    }

    /** The number of the run that the client got, as the backend knows it. */
    private static String lastTask(List<String> story) {
        return field("task", of("backend", story).get(0)) + " ";
    }

    /** Sorted by their times, the lines tell first what was first: also those of different services. */
    private static void assertInOrder(List<String> story, String... events) {
        List<Integer> places = Stream.of(events)
                .map(event -> IntStream.range(0, story.size())
                        .filter(i -> story.get(i).contains(event))
                        .findFirst()
                        .orElse(-1))
                .toList();
        assertTrue(!places.contains(-1), () -> List.of(events) + " in\n" + String.join("\n", story));
        assertEquals(places.stream().sorted().toList(), places, () -> String.join("\n", story));
    }

    @Test
    void aTaskThatItsDoorRefusesHasItsLineToo() throws Exception {
        ServiceProcess strict = begin(
                "asyfleet.queueserver.QueueServerMain",
                Map.of("ASYFLEET_TRUSTED_PROXIES", "127.0.0.1", "ASYFLEET_TASKS_PER_CALLER", "1"));
        services.forEach(ServiceProcess::awaitReady);
        URI tasks = strict.address().resolve("/api/tasks");
        assertEquals(
                202,
                PostedFigures.postAs("203.0.113.7", tasks, "draw(unitcircle);").statusCode());

        HttpResponse<String> refused = PostedFigures.postAs("203.0.113.7", tasks, "draw(unitcircle);");

        assertEquals(429, refused.statusCode());
        String trace = refused.headers().firstValue("X-Asyfleet-Trace").orElseThrow();
        String line = awaitStory(trace, "queue-server task ended", 1).get(0);
        assertEquals("TOO_MANY_TASKS", field("code", line));
        assertEquals("queue", field("stage", line));
        assertEquals("http", field("door", line));
        assertEquals("203.0.113.7", field("caller", line));
    }

    @Test
    void aFailedFigureIsFoundByTheTraceOfItsAnswer() throws Exception {
        begin("asyfleet.backend.BackendMain", Map.of());
        services.forEach(ServiceProcess::awaitReady);

        HttpResponse<String> failed =
                PostedFigures.post(queueServer.address().resolve("/api/render"), "draw(unitcirle);");

        String trace = failed.headers().firstValue("X-Asyfleet-Trace").orElseThrow();
        List<String> story = awaitStory(trace, "task ended", 3);
        String text = String.join("\n", story);
        assertEquals(List.of("backend", "queue-server", "scheduler"), servicesOf(story), text);
        for (String line : Stream.concat(of("backend", story).stream(), of("queue-server", story).stream())
                .toList()) {
            assertEquals("EXIT_CODE", field("code", line), text);
            assertEquals("asymptote", field("stage", line), text);
        }
        assertEquals("http", field("door", of("queue-server", story).get(0)), text);
        assertTrue(story.stream().noneMatch(line -> line.contains("unitcirle")), text);
    }

    @Test
    void aLineForProgramsNamesTheCallerAndNeverItsToken(@TempDir Path directory) throws Exception {
        String token = "a-token-that-nobody-may-read";
        Path tokens = Files.writeString(directory.resolve("tokens"), "alice " + token + "\n");
        ServiceProcess strict = begin(
                "asyfleet.queueserver.QueueServerMain",
                Map.of("ASYFLEET_API_TOKENS", tokens.toString(), "ASYFLEET_LOG_FORMAT", "json"));
        begin("asyfleet.backend.BackendMain", Map.of());
        services.forEach(ServiceProcess::awaitReady);

        HttpResponse<String> drawn =
                PostedFigures.post(strict.address().resolve("/api/render?token=" + token), "draw(unitcircle);");

        assertEquals(200, drawn.statusCode(), drawn.body());
        String trace = drawn.headers().firstValue("X-Asyfleet-Trace").orElseThrow();
        Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> strict.printed().lines().anyMatch(line -> line.contains(trace)));
        JsonNode line = strict.printed()
                .lines()
                .filter(printed -> printed.contains(trace))
                .map(JsonMapper.shared()::readTree)
                .findFirst()
                .orElseThrow();
        assertEquals("task ended", line.path("event").asString(), line.toString());
        assertEquals("token alice", line.path("caller").asString(), line.toString());
        assertEquals("OK", line.path("code").asString(), line.toString());
        assertEquals("http", line.path("door").asString(), line.toString());
        services.forEach(service -> assertFalse(service.printed().contains(token), service::printed));
    }

    @Test
    void anAnswerFromTheKeptResultsHasItsLineToo() throws Exception {
        begin("asyfleet.backend.BackendMain", Map.of());
        services.forEach(ServiceProcess::awaitReady);
        URI render = queueServer.address().resolve("/api/render");
        assertEquals(200, PostedFigures.post(render, "draw(unitsquare);").statusCode());

        Awaitility.await().atMost(PATIENCE).until(() -> {
            HttpResponse<String> kept = PostedFigures.post(render, "draw(unitsquare);");
            String trace = kept.headers().firstValue("X-Asyfleet-Trace").orElseThrow();
            return awaitStory(trace, "queue-server task ended", 1).stream()
                    .noneMatch(line ->
                            line.contains(" task=") || !field("code", line).equals("OK"));
        });
    }

    private ServiceProcess begin(String main, Map<String, String> own) {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(own);
        ServiceProcess service = ServiceProcess.start(main, all);
        services.add(service);
        return service;
    }

    /** The backend that runs the task. */
    private ServiceProcess awaitBusy() {
        return Awaitility.await()
                .atMost(PATIENCE)
                .until(
                        () -> services.subList(2, services.size()).stream()
                                .filter(TaskStoryTest::isBusy)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    private static boolean isBusy(ServiceProcess backend) {
        try {
            return PostedFigures.get(backend.address().resolve("/metrics")).contains("asyfleet_backend_busy_slots 1.0");
        } catch (Exception e) {
            throw new IllegalStateException("no metrics of " + backend.address(), e);
        }
    }

    /** {@code grep NAME} over the logs of all services, once there are so many lines of an event. */
    private List<String> awaitStory(String name, String event, int lines) {
        return Awaitility.await(lines + " lines '" + event + "' of " + name)
                .atMost(PATIENCE)
                .until(
                        () -> story(name),
                        story -> story.stream()
                                        .filter(line -> line.contains(event))
                                        .count()
                                == lines);
    }

    private List<String> story(String name) {
        return services.stream()
                .flatMap(service -> service.printed().lines())
                .filter(line -> line.contains(name))
                .sorted() // a line begins with its time
                .toList();
    }

    private static List<String> of(String service, List<String> story) {
        return story.stream().filter(line -> line.split(" ")[2].equals(service)).toList();
    }

    private static List<String> servicesOf(List<String> story) {
        return story.stream().map(line -> line.split(" ")[2]).sorted().toList();
    }

    /** Of a duration such as {@code 8.429s} or {@code 1m3s}. */
    private static double seconds(String name, String line) {
        return Duration.parse("PT" + field(name, line)).toMillis() / 1000.0;
    }

    private static String field(String name, String line) {
        Matcher value = Pattern.compile(" " + name + "=(\\S+)").matcher(line);
        assertTrue(value.find(), () -> "no " + name + " in " + line);
        return value.group(1);
    }
}
