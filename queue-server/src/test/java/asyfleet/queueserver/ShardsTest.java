package asyfleet.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.config.StartFailure;
import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.shard.ShardChoice;
import asyfleet.queueserver.shard.ShardName;
import asyfleet.queueserver.shard.ShardState;
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
import java.util.stream.Stream;
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
        server = serverOf(redis[0].uri() + "," + redis[1].uri(), flags);
    }

    private static QueueServer serverOf(String redis, String... flags) {
        List<String> all = new ArrayList<>(List.of(flags));
        all.addAll(List.of("--port=0", "--trusted-proxies=127.0.0.1", "--redis=" + redis));
        return TestQueueServer.start(all);
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
    void aTaskIsFoundAtAServerThatNamesTheShardsInAnotherOrder() throws Exception {
        startSlots(0);
        startSlots(1);
        startServer();
        awaitUp(true, true);
        List<String> ids = List.of(taskOf(names[0]), taskOf(names[1]));

        QueueServer first = server;
        try (QueueServer other = serverOf(redis[1].uri() + "," + redis[0].uri())) {
            server = other;
            awaitUp(true, true);
            ids.forEach(this::awaitSuccess);
        } finally {
            server = first;
        }
    }

    @Test
    void whoUsesTheLimiterIsSentAwayWhenItsShardDiesAndCountsFromNothingAtTheOther() throws Exception {
        startServer("--auth-token=limiter-token", "--lease=1m"); // the shard is given up long before the lease
        awaitUp(true, true);
        List<ShardState> both = Stream.of(names)
                .map(name -> new ShardState(name, true, true, 0, 0))
                .toList();
        int home = ShardChoice.ofCount("limiter", both).name().equals(names[0]) ? 0 : 1;
        String start = "START-REQUEST\nRequest-ID: 1\nRequest-Type: a\nRequest-Limit: 1\n";
        RecordingSocket before = RecordingSocket.connect(server, "/ws/limiter-token");
        before.socket().sendText(start, true);
        String acknowledged = before.next();
        assertTrue(acknowledged.contains("FALSE"), acknowledged);

        redis[home].kill();
        assertEquals("close 1012 the limiter moves to another Redis; every pending request has ended", before.next());

        RecordingSocket after = RecordingSocket.connect(server, "/ws/limiter-token");
        after.socket().sendText(start, true);
        assertEquals(acknowledged, after.next());
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
