package asyfleet.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.queueserver.shard.ShardChoice;
import asyfleet.queueserver.shard.ShardName;
import asyfleet.queueserver.shard.ShardState;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two shards of real processes behind one queue server, one of which loses its Redis under load. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class TwoShardsTest {

    private static final CheckedHttpClient HTTP = CheckedHttpClient.create();
    private static final String CIRCLE = "draw(unitcircle);";
    private static final int CALLERS = 4;
    private static final int SLOTS = 2;

    @TempDir
    private Path directory;

    private final FleetParts parts = new FleetParts();
    private final List<RedisProcess> redis = new ArrayList<>();
    private final List<ShardName> names = new ArrayList<>();
    private ServiceProcess queueServer;

    /** The answers to those who waited for their pictures. */
    private final Queue<HttpResponse<String>> rendered = new ConcurrentLinkedQueue<>();

    /** Those of them who asked when the dead shard was left out already. */
    private final Queue<HttpResponse<String>> renderedByTheOther = new ConcurrentLinkedQueue<>();

    /** The IDs of those who did not wait. */
    private final Queue<String> accepted = new ConcurrentLinkedQueue<>();

    /** Read by the clients. */
    private volatile boolean loaded = true;

    /** Read by the clients: whether the queue server has noticed that a shard is dead. */
    private volatile boolean leftOut;

    @BeforeEach
    void start() throws IOException {
        RedisProcess.assumeThere("redis-server");
        List<ServiceProcess> services = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            Path own = Files.createDirectory(directory.resolve("redis" + i));
            redis.add(parts.opened(RedisProcess.start("redis-server", own, "--appendonly", "yes")));
            names.add(ShardName.of(redis.get(i).uri()));
            Map<String, String> settings = settings(redis.get(i).uri());
            services.add(parts.service("scheduler.SchedulerMain", settings));
            services.add(parts.service("backend.BackendMain", settings));
        }
        services.forEach(ServiceProcess::awaitReady); // so that the queue server finds both shards complete
        Map<String, String> settings =
                settings(redis.get(0).uri() + "," + redis.get(1).uri());
        queueServer = parts.service("queueserver.QueueServerMain", settings);
        queueServer.awaitReady();
        awaitUp(true, true);
    }

    private static Map<String, String> settings(String redis) {
        return Map.of(
                "REDIS_URL", redis,
                "ASYFLEET_SLOTS", String.valueOf(SLOTS),
                "ASYFLEET_LEVELS", "30s=100%", // a machine that builds much else meanwhile cuts nothing short
                "QUEUE_TIMEOUT", "2m",
                "ASYFLEET_WARM_START", "false", // it makes backends start later
                "ASYFLEET_RESULT_LIFE", "0",
                "ASYFLEET_SHARE", "false",
                "ASYFLEET_TRUSTED_PROXIES", "127.0.0.1");
    }

    @AfterEach
    void stop() {
        loaded = false;
        parts.close();
    }

    @Test
    void aShardThatDiesDisturbsNobodyElseAndItsCallersGoToTheOther() throws Exception {
        String running = json(post("/api/tasks", callerOf(names.get(0)), PostedFigures.PAUSE + CIRCLE))
                .path("id")
                .asString();
        assertTrue(names.get(0).isOf(running), running);
        Awaitility.await("it runs").until(() -> state(running).equals("running"));
        List<Thread> load = startLoad();
        Awaitility.await("load").until(() -> rendered.size() >= 2 * CALLERS && accepted.size() >= CALLERS);

        List<HttpResponse<String>> before = List.copyOf(rendered);
        redis.get(0).kill();
        awaitUp(false, true);
        leftOut = true;
        for (int caller = 0; caller < CALLERS; caller++) {
            assertEquals(200, post("/api/render?cache=false", caller, CIRCLE).statusCode());
        }
        loaded = false;
        for (String id : accepted.stream().filter(names.get(1)::isOf).toList()) {
            assertEndsOnce(id);
        }
        parts.opened(redis.get(0).startAgain());
        awaitUp(true, true);
        for (Thread client : load) {
            client.join();
        }

        assertEndsOnce(running);
        for (String id : accepted) {
            assertEndsOnce(id);
        }
        before.forEach(answer -> assertEquals(200, answer.statusCode(), answer::body));
        rendered.forEach(answer -> assertTrue(answer.statusCode() == 200 || answer.statusCode() == 503, answer::body));
        renderedByTheOther.forEach(answer -> assertEquals(200, answer.statusCode(), answer::body));
    }

    /** Clients of different addresses, each of which sends its next task when the last has been answered. */
    private List<Thread> startLoad() {
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            int caller = i;
            Thread client = new Thread(() -> {
                while (loaded) {
                    HttpResponse<String> taken = post("/api/tasks?cache=false", caller, CIRCLE);
                    if (taken.statusCode() == 202) {
                        accepted.add(json(taken).path("id").asString());
                    }
                    Queue<HttpResponse<String>> mine = leftOut ? renderedByTheOther : rendered;
                    mine.add(post("/api/render?cache=false", caller, CIRCLE));
                }
            });
            client.start();
            clients.add(client);
        }
        return clients;
    }

    private void assertEndsOnce(String id) throws Exception {
        Awaitility.await(id + " has ended").atMost(Duration.ofMinutes(2)).until(() -> Set.of("succeeded", "failed")
                .contains(state(id)));
        assertEquals("succeeded", state(id), () -> text(id));
        String events = PostedFigures.get(uri("/api/tasks/" + id + "/events"));
        assertEquals(1, events.split("event: complete", -1).length - 1, events);
    }

    /** A caller whose tasks go to this shard while both are idle. */
    private int callerOf(ShardName name) {
        List<ShardState> idle = names.stream()
                .map(one -> new ShardState(one, true, true, SLOTS, SLOTS))
                .toList();
        return IntStream.range(0, 254)
                .filter(caller ->
                        ShardChoice.ofCaller(address(caller), idle).name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String address(int caller) {
        return "192.0.2." + (caller + 1);
    }

    private String state(String id) {
        return JsonMapper.shared().readTree(text(id)).path("state").asString("");
    }

    private String text(String id) {
        try {
            return PostedFigures.get(uri("/api/tasks/" + id));
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("no answer about " + id, e);
        }
    }

    private void awaitUp(boolean... up) {
        Awaitility.await("which shards are up").until(() -> {
            JsonNode shards = JsonMapper.shared()
                    .readTree(PostedFigures.get(uri("/api/queue-stats")))
                    .path("shards");
            return shards.path(0).path("up").asBoolean() == up[0]
                    && shards.path(1).path("up").asBoolean() == up[1];
        });
    }

    private HttpResponse<String> post(String path, int caller, String source) {
        HttpRequest request = HttpRequest.newBuilder(uri(path))
                .header("X-Forwarded-For", address(caller))
                .POST(BodyPublishers.ofString(source))
                .build();
        try {
            return HTTP.send(request, BodyHandlers.ofString());
        } catch (Exception e) {
            throw new IllegalStateException("no answer", e);
        }
    }

    private URI uri(String path) {
        return queueServer.address().resolve(path);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }
}
