package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.StartFailure;
import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.shard.ShardName;
import asyfleet.queueserver.tasks.FakeSlots;
import asyfleet.redis.RedisFixture;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Queue servers of two shards, over real sockets and two real Redis; what backends say is the test's. */
@Tag("slow")
class ShardsTest {

    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static final String TOKEN = "a-token-of-operators";

    @TempDir
    private Path directory;

    private final RedisFixture[] redis = new RedisFixture[2];
    private final ShardName[] names = new ShardName[2];
    private final FakeSlots[] slots = new FakeSlots[2];
    private QueueServer server;

    @BeforeEach
    void startRedis() {
        Assumptions.assumeTrue(System.getenv("ASYFLEET_TEST_REDIS") == null, "a shared Redis is not killed");
        for (int i = 0; i < 2; i++) {
            redis[i] = RedisFixture.startOwn();
            names[i] = ShardName.of(redis[i].uri());
        }
    }

    @AfterEach
    void stop() throws Exception {
        if (server != null) {
            server.close();
        }
        for (int i = 0; i < 2; i++) {
            if (slots[i] != null) {
                slots[i].close();
            }
            if (redis[i] != null) {
                redis[i].close();
            }
        }
    }

    private void startSlots(int shard) {
        slots[shard] = new FakeSlots(redis[shard].redis());
        slots[shard].answer = List.of(
                new ServerMessage.Result(Format.SVG, new byte[] {'<'}),
                new ServerMessage.Complete(true, null, 7L, null));
    }

    private void startServer(String... flags) {
        List<String> all = new ArrayList<>(List.of(flags));
        all.addAll(
                List.of("--port=0", "--trusted-proxies=127.0.0.1", "--redis=" + redis[0].uri() + "," + redis[1].uri()));
        server = TestQueueServer.start(all);
    }

    @Test
    void tasksOfDifferentCallersGoToBothShardsAndAreFoundByTheirIds() throws Exception {
        startSlots(0);
        startSlots(1);
        startServer();
        awaitUp(true, true);

        for (ShardName name : names) {
            awaitSuccess(taskOf(name));
        }
        JsonNode stats = get("/api/queue-stats");
        assertEquals(2, stats.path("queue").path("maxConcurrent").asInt(), stats.toString());
        assertEquals(
                names[1].address(), stats.path("shards").path(1).path("name").asString(), stats.toString());
    }

    @Test
    void aShardThatIsDownAtTheStartIsLeftOutAndTakesPartOnceItIsThere() throws Exception {
        redis[1].kill();
        startSlots(0);
        startServer();
        awaitUp(true, false);
        for (int caller = 1; caller < 10; caller++) {
            assertEquals(200, post("/api/render?cache=false", caller).statusCode());
        }

        redis[1].restartEmpty();
        startSlots(1);
        awaitUp(true, true);

        awaitSuccess(taskOf(names[1]));
    }

    @Test
    void aServerIsReadyWhileAnyShardAnswers() throws Exception {
        startServer();
        awaitUp(true, true);

        redis[0].kill();
        awaitUp(false, true);
        assertEquals(200, send(HttpRequest.newBuilder(uri("/readyz"))).statusCode());
        redis[1].kill();
        Awaitility.await("not ready")
                .until(() -> send(HttpRequest.newBuilder(uri("/readyz"))).statusCode() == 503);
    }

    @Test
    void anOperatorNamesTheShardThatIsMeant() throws Exception {
        Path tokens = Files.writeString(directory.resolve("admin"), "eve " + TOKEN + "\n");
        startServer("--admin-tokens=" + tokens);

        assertEquals(400, admin("POST", "pause").statusCode());
        assertTrue(json(admin("POST", "pause?shard=" + names[1])).path("paused").asBoolean());
        assertTrue(
                json(admin("GET", "machines?shard=" + names[1])).path("paused").asBoolean());
        assertFalse(
                json(admin("GET", "machines?shard=" + names[0])).path("paused").asBoolean());
    }

    @Test
    void withoutAnyShardItDoesNotStartAndSaysWhichOnesAreMissing() {
        redis[0].kill();
        redis[1].kill();

        StartFailure failure = assertThrows(StartFailure.class, () -> startServer("--redis-patience=0"));

        for (ShardName name : names) {
            assertTrue(failure.getMessage().contains(name.address()), failure.getMessage());
        }
    }

    /** A task of the first caller whose tasks go to this shard, once the server has seen that it has slots. */
    private String taskOf(ShardName name) {
        return Awaitility.await("a task goes to " + name)
                .until(() -> taskThatGoesTo(name), Optional::isPresent)
                .orElseThrow();
    }

    private Optional<String> taskThatGoesTo(ShardName name) throws Exception {
        for (int caller = 1; caller < 20; caller++) {
            String id = json(post("/api/tasks?cache=false", caller)).path("id").asString();
            if (name.isOf(id)) {
                return Optional.of(id);
            }
        }
        return Optional.empty();
    }

    private void awaitSuccess(String id) {
        Awaitility.await(id)
                .until(() -> get("/api/tasks/" + id).path("state").asString().equals("succeeded"));
    }

    private void awaitUp(boolean... up) {
        Awaitility.await("which shards are up").until(() -> {
            JsonNode shards = get("/api/queue-stats").path("shards");
            return shards.path(0).path("up").asBoolean() == up[0]
                    && shards.path(1).path("up").asBoolean() == up[1];
        });
    }

    private HttpResponse<String> post(String path, int caller) throws Exception {
        return send(HttpRequest.newBuilder(uri(path))
                .header("X-Forwarded-For", "192.0.2." + caller)
                .POST(BodyPublishers.ofString("draw(unitcircle);")));
    }

    private HttpResponse<String> admin(String method, String path) throws Exception {
        return send(HttpRequest.newBuilder(uri("/api/admin/" + path))
                .header("Authorization", "Bearer " + TOKEN)
                .method(method, BodyPublishers.noBody()));
    }

    private JsonNode get(String path) throws Exception {
        return json(send(HttpRequest.newBuilder(uri(path))));
    }

    private URI uri(String path) {
        return URI.create(server.address() + path);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }
}
