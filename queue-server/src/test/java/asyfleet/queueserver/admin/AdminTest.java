package asyfleet.queueserver.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.TestQueueServer;
import asyfleet.queueserver.tasks.FakeSlots;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.backend.Registration;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code /api/admin} of two queue servers over real sockets and a real Redis; what backends say is the test's. */
@Tag("slow")
class AdminTest {

    private static final String TOKEN = "a-token-of-operators";
    private static final RedisFixture REDIS = RedisFixture.start();
    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();

    @TempDir
    private static Path directory;

    private static FakeSlots slots;
    private static QueueServer one;
    private static QueueServer other;

    @BeforeAll
    static void start() throws IOException {
        Path tokens = Files.writeString(directory.resolve("admin"), "eve " + TOKEN + "\n");
        slots = new FakeSlots(REDIS.redis());
        one = TestQueueServer.start(REDIS, "--lease=60s", "--admin-tokens=" + tokens, "--trusted-proxies=127.0.0.1");
        other = TestQueueServer.start(REDIS, "--lease=60s");
    }

    @AfterAll
    static void stop() throws InterruptedException {
        one.close();
        other.close();
        slots.close();
        REDIS.close();
    }

    @BeforeEach
    void reset() {
        slots.dispatching = true;
        slots.answer = List.of();
        slots.connected.clear();
        slots.leftAlone.clear();
    }

    @Test
    void nobodyWithoutATokenOfOperatorsGetsIn() {
        assertEquals(401, send(one, "GET", "machines", "").statusCode());
        assertEquals(
                401, send(one, "GET", "machines", "another-token-of-nobody").statusCode());
        HttpResponse<String> off = send(other, "GET", "machines", TOKEN);
        assertEquals(403, off.statusCode());
        assertEquals("ADMIN_OFF", json(off).path("code").asString());
        assertEquals(200, send(one, "GET", "machines", TOKEN).statusCode());
    }

    @Test
    void aMachineIsDrainedByTheBeginningOfItsNameAndComesBack() {
        join(new Registration(REDIS.redis(), Duration.ofMinutes(5), "machine-a")
                .register(2)
                .toCompletableFuture());

        JsonNode drained = json(send(one, "POST", "machines/mach/drain", TOKEN));
        assertTrue(machine(drained, "machine-a").path("drained").asBoolean(), drained.toString());
        assertEquals(2, machine(drained, "machine-a").path("slots").asInt());
        JsonNode back = json(send(one, "POST", "machines/machine-a/undrain", TOKEN));
        assertEquals(false, machine(back, "machine-a").path("drained").asBoolean(true));
        assertEquals(404, send(one, "POST", "machines/nosuch/drain", TOKEN).statusCode());
    }

    @Test
    void theFleetIsPausedAndResumed() {
        assertTrue(json(send(one, "POST", "pause", TOKEN)).path("paused").asBoolean());
        assertEquals(
                false, json(send(one, "POST", "resume", TOKEN)).path("paused").asBoolean(true));
    }

    @Test
    void aTaskThatWaitsIsEndedAndItsClientToldWho() {
        slots.dispatching = false;
        CompletableFuture<HttpResponse<String>> waiting = render("waiting.asy", "203.0.113.5");
        JsonNode task = awaitTask("waiting.asy");

        assertEquals("203.0.113.5", task.path("caller").asString());
        assertEquals("waiting", task.path("state").asString());
        assertEquals(200, end("tasks/" + task.path("id").asString()).statusCode());
        JsonNode told = json(join(waiting));
        assertEquals("ABORTED", told.path("code").asString(), told.toString());
        assertTrue(told.path("error").asString().contains("operator"), told.toString());
        Awaitility.await().until(() -> tasks().isEmpty());
        assertEquals(404, end("tasks/" + task.path("id").asString()).statusCode());
    }

    @Test
    void aTaskThatRunsIsEndedAndItsSlotLeftAlone() throws InterruptedException {
        CompletableFuture<HttpResponse<String>> running = render("running.asy", "203.0.113.6");
        assertNotNull(slots.connected.poll(60, TimeUnit.SECONDS), "it never ran");
        String id = awaitTask("running.asy").path("id").asString();

        assertEquals(200, end("tasks/" + id).statusCode());
        assertEquals("ABORTED", json(join(running)).path("code").asString());
        assertNotNull(slots.leftAlone.poll(60, TimeUnit.SECONDS), "the slot still runs it");
    }

    @Test
    void allTasksAndBatchesOfACallerAreEndedAndNoOthers() {
        slots.dispatching = false;
        String caller = "203.0.113.7";
        CompletableFuture<HttpResponse<String>> first = render("first.asy", caller);
        CompletableFuture<HttpResponse<String>> others = render("others.asy", "203.0.113.8");
        JsonNode batch = json(join(CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create(one.address() + "/api/batch?cache=false"))
                        .header("X-Forwarded-For", caller)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(
                                "{\"files\": {\"batch.asy\": \"draw(unitcircle);\"}, \"figures\": [{}]}"))
                        .build(),
                BodyHandlers.ofString())));
        awaitTask("first.asy");
        awaitTask("batch.asy");
        awaitTask("others.asy");

        assertEquals(1, batches().size());

        end("tasks?caller=" + caller);
        assertEquals("ABORTED", json(join(first)).path("code").asString());
        Awaitility.await().until(() -> json(get(batch.path("links").path("self").asString()))
                .path("state")
                .asString()
                .equals("aborted"));
        assertEquals(0, batches().size());
        Awaitility.await().until(() -> tasks().size() == 1);
        slots.answer = List.of(
                new ServerMessage.Result(Format.SVG, new byte[] {1}), new ServerMessage.Complete(true, null, 7L, null));
        slots.dispatching = true;
        assertEquals(200, join(others).statusCode());
    }

    @Test
    void aTaskOfTheApiIsEndedByItsOwnId() {
        slots.dispatching = false;
        JsonNode taken = json(join(CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create(other.address() + "/api/tasks?cache=false"))
                        .POST(BodyPublishers.ofString("draw(unitcircle);"))
                        .build(),
                BodyHandlers.ofString())));

        assertEquals(200, end("tasks/" + taken.path("id").asString()).statusCode());
        assertEquals(
                "aborted",
                json(get(taken.path("links").path("self").asString()))
                        .path("state")
                        .asString());
        assertEquals(404, end("tasks/" + "0".repeat(32)).statusCode());
        Awaitility.await().until(() -> tasks().isEmpty());
    }

    private static JsonNode machine(JsonNode answer, String name) {
        return answer.path("machines")
                .valueStream()
                .filter(machine -> machine.path("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static CompletableFuture<HttpResponse<String>> render(String main, String caller) {
        return CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create(one.address() + "/api/render?cache=false&main=" + main))
                        .header("X-Forwarded-For", caller)
                        .POST(BodyPublishers.ofString("draw(unitcircle);"))
                        .build(),
                BodyHandlers.ofString());
    }

    private static JsonNode awaitTask(String main) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(
                        () -> tasks().stream()
                                .filter(task -> task.path("main").asString().equals(main))
                                .findFirst(),
                        found -> found.isPresent())
                .orElseThrow();
    }

    private static List<JsonNode> tasks() {
        return json(send(one, "GET", "tasks", TOKEN))
                .path("tasks")
                .valueStream()
                .toList();
    }

    private static List<JsonNode> batches() {
        return json(send(one, "GET", "tasks", TOKEN))
                .path("batches")
                .valueStream()
                .toList();
    }

    private static HttpResponse<String> end(String path) {
        return send(one, "DELETE", path, TOKEN);
    }

    private static HttpResponse<String> get(String path) {
        return join(CLIENT.sendAsync(
                HttpRequest.newBuilder(URI.create(one.address() + path)).build(), BodyHandlers.ofString()));
    }

    private static HttpResponse<String> send(QueueServer server, String method, String path, String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + "/api/admin/" + path))
                .method(method, BodyPublishers.noBody());
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return join(CLIENT.sendAsync(request.build(), BodyHandlers.ofString()));
    }

    private static <T> T join(CompletableFuture<T> future) {
        return future.orTimeout(90, TimeUnit.SECONDS).join();
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }
}
