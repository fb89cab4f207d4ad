package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.redis.RedisFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tasks whose backends are killed, frozen or out of reach, in a fleet of real processes. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class LostBackendsTest {

    private static final String BACKEND = "asyfleet.backend.BackendMain";
    private static final String BEGUN = "write(\"begun\"); flush(stdout); sleep(3); draw(unitcircle);";

    private static RedisFixture redis;
    private static Map<String, String> settings;
    private static ServiceProcess queueServer;
    private static ServiceProcess scheduler;

    private final List<ServiceProcess> backends = new ArrayList<>();

    @BeforeAll
    static void startFleetWithoutBackends() {
        redis = RedisFixture.startOwn();
        settings = Map.of(
                "REDIS_URL", redis.uri(),
                "QUEUE_TIMEOUT", "15s",
                "ASYFLEET_LEVELS", "3s=100%,30s=100%",
                "ASYFLEET_RESULT_LIFE", "0");
        queueServer = ServiceProcess.start("asyfleet.queueserver.QueueServerMain", settings);
        scheduler = ServiceProcess.start("asyfleet.scheduler.SchedulerMain", settings);
        queueServer.awaitReady();
        scheduler.awaitReady();
    }

    @AfterAll
    static void stopFleet() {
        queueServer.close();
        scheduler.close();
        redis.close();
    }

    @AfterEach
    void killBackends() {
        backends.forEach(ServiceProcess::kill);
        awaitStats("maxConcurrent", 0);
    }

    @Test
    void aTaskThatNoBackendIsLeftForTimesOutLikeAnyOtherThatWaits() throws Exception {
        ServiceProcess backend = startBackend(2);
        List<String> tasks = List.of(begin(Figures.PAUSE), begin(Figures.PAUSE), begin(Figures.PAUSE));
        awaitStats("active", 2);

        backend.kill();

        for (String task : tasks) {
            JsonNode end = awaitState(task, "failed");
            assertEquals("QUEUE_TIMEOUT", end.path("code").asString(), end.toString());
        }
    }

    @Test
    void aTaskOnABackendThatFreezesIsAnsweredByAnotherAndOnlyOnce() throws Exception {
        ServiceProcess frozen = startBackend(1);
        String task = begin(BEGUN);
        awaitStats("active", 1);
        startBackend(1);

        frozen.freeze();
        Duration farLessThanAMinute = Duration.ofSeconds(45);
        awaitState(task, "succeeded", farLessThanAMinute);
        frozen.thaw();

        awaitStats("maxConcurrent", 2);
        String events = Figures.get(queueServer.address().resolve(task + "/events"));
        assertEquals(1, count("begun", events), events);
        assertEquals(1, count("event: complete", events), events);
        awaitStats("active", 0);
    }

    private ServiceProcess startBackend(int slots) {
        Map<String, String> all = new HashMap<>(settings);
        all.put("ASYFLEET_SLOTS", Integer.toString(slots));
        ServiceProcess backend = ServiceProcess.start(BACKEND, all);
        backends.add(backend);
        return backend.awaitReady();
    }

    private static String begin(String source) throws Exception {
        String taken = Figures.post(queueServer.address().resolve("/api/tasks?timeout=30000&cache=false"), source)
                .body();
        return JsonMapper.shared().readTree(taken).path("links").path("self").asString();
    }

    private static JsonNode awaitState(String task, String state) {
        return awaitState(task, state, Duration.ofMinutes(1));
    }

    private static JsonNode awaitState(String task, String state, Duration within) {
        return Awaitility.await(task + " is " + state)
                .atMost(within)
                .until(() -> get(task), json -> json.path("state").asString().equals(state));
    }

    private static void awaitStats(String field, int value) {
        Awaitility.await(field + " is " + value)
                .atMost(Duration.ofMinutes(1))
                .until(() -> get("/api/queue-stats").path("queue").path(field).asInt() == value);
    }

    private static JsonNode get(String path) throws Exception {
        return JsonMapper.shared().readTree(Figures.get(queueServer.address().resolve(path)));
    }

    private static int count(String what, String in) {
        return in.split(what, -1).length - 1;
    }
}
