package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.testing.Relay;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    private static final String BEGUN = "write(\"begun\"); flush(stdout); " + PostedFigures.PAUSE + "draw(unitcircle);";

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
                "ASYFLEET_WARM_START", "false", // it makes backends start later
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
        List<String> tasks =
                List.of(begin(PostedFigures.PAUSE), begin(PostedFigures.PAUSE), begin(PostedFigures.PAUSE));
        awaitStats("active", 2);

        backend.kill();

        for (String task : tasks) {
            JsonNode end = awaitState(task, "failed");
            assertEquals("QUEUE_TIMEOUT", end.path("code").asString(), end.toString());
        }
    }

    @Test
    void aTaskOnABackendThatFreezesIsAnsweredByAnotherAndOnlyOnce() throws Exception {
        startBackend(1);
        startBackend(1);
        String task = begin(BEGUN);
        ServiceProcess frozen = awaitBusy();

        frozen.freeze();
        Duration farLessThanAMinute = Duration.ofSeconds(45);
        awaitState(task, "succeeded", farLessThanAMinute);
        frozen.thaw();

        awaitStats("maxConcurrent", 2);
        String events = PostedFigures.get(queueServer.address().resolve(task + "/events"));
        assertEquals(1, count("begun", events), events);
        assertEquals(1, count("event: complete", events), events);
        awaitStats("active", 0);
    }

    @Test
    void aBackendThatNobodyReachesSpoilsNoTaskAndLeavesTheFleetUntilItIsReached() throws Exception {
        try (Relay relay = Relay.swallowing()) {
            ServiceProcess unreached =
                    startBackend(2, Map.of("ASYFLEET_ADVERTISE_PORT", Integer.toString(relay.port())));
            startBackend(1);
            awaitStats("maxConcurrent", 3);

            Awaitility.await("it has left").atMost(Duration.ofMinutes(2)).until(() -> {
                HttpResponse<String> drawn = PostedFigures.post(
                        queueServer.address().resolve("/api/render?cache=false"), "draw(unitcircle);");
                assertEquals(200, drawn.statusCode(), drawn.body());
                return stats("maxConcurrent") == 1;
            });

            assertTrue(metrics(unreached).contains("asyfleet_backend_reachable 0.0"), metrics(unreached));
            assertTrue(unreached.printed().contains("no queue server reaches this process"), unreached::printed);
            assertFalse(unreached.isReady());
            relay.passOnTo(unreached.address().getPort());
            awaitStats("maxConcurrent", 3);
            assertTrue(unreached.isReady());
        }
    }

    private ServiceProcess startBackend(int slots) {
        return startBackend(slots, Map.of());
    }

    private ServiceProcess startBackend(int slots, Map<String, String> own) {
        Map<String, String> all = new HashMap<>(settings);
        all.putAll(own);
        all.put("ASYFLEET_SLOTS", Integer.toString(slots));
        ServiceProcess backend = ServiceProcess.start(BACKEND, all);
        backends.add(backend);
        return backend.awaitReady();
    }

    /** The backend that runs a task. */
    private ServiceProcess awaitBusy() {
        return Awaitility.await()
                .until(() -> backends.stream().filter(LostBackendsTest::isBusy).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    private static boolean isBusy(ServiceProcess backend) {
        return metrics(backend).contains("asyfleet_backend_busy_slots 1.0");
    }

    private static String metrics(ServiceProcess backend) {
        try {
            return PostedFigures.get(backend.address().resolve("/metrics"));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("no metrics of " + backend.address(), e);
        }
    }

    private static String begin(String source) throws Exception {
        String taken = PostedFigures.post(queueServer.address().resolve("/api/tasks?timeout=30000&cache=false"), source)
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
        Awaitility.await(field + " is " + value).atMost(Duration.ofMinutes(1)).until(() -> stats(field) == value);
    }

    private static int stats(String field) throws Exception {
        return get("/api/queue-stats").path("queue").path(field).asInt();
    }

    private static JsonNode get(String path) throws Exception {
        return JsonMapper.shared()
                .readTree(PostedFigures.get(queueServer.address().resolve(path)));
    }

    private static int count(String what, String in) {
        return in.split(what, -1).length - 1;
    }
}
