package asyfleet.queueserver.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerProcess;
import asyfleet.queueserver.QueueServerSettings;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.RedisKeys;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code /api/tasks} of two queue servers over real sockets and a real Redis; what backends say is the test's. */
@Tag("slow")
class AsyncTasksTest {

    private static final String SOURCE = "draw(unitcircle);";
    private static final ServerMessage PICTURE = new ServerMessage.Result(Format.SVG, bytes("<svg/>"));
    private static final ServerMessage DONE = new ServerMessage.Complete(true, null, 7L, null);
    private static final RedisFixture REDIS = RedisFixture.start();
    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static final BlockingQueue<String> HOOKED = new LinkedBlockingQueue<>();
    private static final BlockingQueue<Integer> HOOK_ANSWERS = new LinkedBlockingQueue<>();

    private static HttpServer hook;
    private static FakeSlots slots;
    private static QueueServer one;
    private static QueueServer other;

    @BeforeAll
    static void start() throws IOException {
        hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext("/", AsyncTasksTest::hooked);
        hook.start();
        slots = new FakeSlots(REDIS.redis());
        one = QueueServer.start(settings());
        other = QueueServer.start(settings());
    }

    @AfterAll
    static void stop() throws InterruptedException {
        one.close();
        other.close();
        slots.close();
        hook.stop(0);
        REDIS.close();
    }

    @BeforeEach
    void reset() {
        slots.dispatching = true;
        Awaitility.await("nothing left of the test before")
                .until(() -> REDIS.keys().stream().noneMatch(List.of("queue", "queue.incoming")::contains));
        slots.answer = List.of(PICTURE, DONE);
        slots.leftAlone.clear();
        HOOKED.clear();
        HOOK_ANSWERS.clear();
    }

    @Test
    void aTaskIsTakenAtOnceAndItsPictureFetchedFromAnyServer() {
        HttpResponse<String> taken = post(one, "/api/tasks?cache=false", SOURCE);
        JsonNode json = json(taken);

        assertEquals(202, taken.statusCode());
        assertEquals("waiting", json.path("state").asString());
        assertTrue(taken.headers().firstValue("X-Asyfleet-Trace").isPresent());
        assertEquals(
                json.path("links").path("self").asString(),
                taken.headers().firstValue("Location").orElseThrow());
        awaitState(other, id(taken), "succeeded");
        HttpResponse<String> result =
                get(other, json.path("links").path("result").asString());
        assertEquals(200, result.statusCode());
        assertEquals(
                "image/svg+xml", result.headers().firstValue("Content-Type").orElseThrow());
        assertTrue(result.headers().firstValue("X-Asyfleet-Execution-Ms").isPresent());
        assertEquals("<svg/>", result.body());
    }

    @Test
    void aTaskWhoseBackendDiesWaitsUntilAnotherRunsIt() {
        slots.answer = List.of();
        String id = id(post(one, "/api/tasks?cache=false", SOURCE));
        awaitState(other, id, "running");

        slots.dispatching = false;
        slots.die();
        JsonNode waiting = awaitState(other, id, "waiting");
        slots.answer = List.of(PICTURE, DONE);
        slots.dispatching = true;

        assertTrue(waiting.path("estimateMs").isMissingNode(), waiting.toString());
        awaitState(other, id, "succeeded");
    }

    @Test
    void severalFormatsAreFetchedTogether() {
        slots.answer = List.of(PICTURE, new ServerMessage.Result(Format.EPS, bytes("%!PS")), DONE);
        String id = id(post(one, "/api/tasks?cache=false&formats=svg,eps", SOURCE));
        awaitState(other, id, "succeeded");

        JsonNode images = json(get(other, "/api/tasks/" + id + "/result")).path("images");
        assertEquals("svg", images.get(0).path("format").asString());
        assertEquals("eps", images.get(1).path("format").asString());
        assertEquals(
                "%!PS",
                new String(
                        Base64.getDecoder().decode(images.get(1).path("image").asString())));
    }

    @Test
    void idsAreLongAndNeverTheSame() {
        String first = id(post(one, "/api/tasks", SOURCE));
        String second = id(post(one, "/api/tasks", SOURCE));

        assertTrue(first.matches("[0-9a-f]{32}"), first);
        assertNotEquals(first, second);
    }

    @Test
    void aTaskThatFailsSaysWhyAsRenderDoes() {
        VerdictDetails details =
                VerdictDetails.of("it took longer than 3 s", "is there a loop?").at("main.asy", 4, 2);
        Verdict verdict =
                Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, 3000, 3001).explained(details);
        slots.answer = List.of(
                new ServerMessage.Output(OutputStreamName.STDOUT, bytes("partial")),
                new ServerMessage.Complete(false, "too long", 3001L, verdict));
        String id = id(post(one, "/api/tasks?cache=false", SOURCE));
        JsonNode state = awaitState(one, id, "failed");
        HttpResponse<String> result = get(other, "/api/tasks/" + id + "/result");

        assertEquals("TIME_LIMIT", state.path("code").asString());
        assertEquals("partial", state.path("output").asString());
        assertEquals(408, result.statusCode());
        for (JsonNode told : List.of(state, json(result))) {
            assertEquals("main.asy", told.path("file").asString());
            assertEquals(4, told.path("line").asInt());
            assertEquals(2, told.path("column").asInt());
            assertEquals("it took longer than 3 s", told.path("summary").asString());
            assertEquals("is there a loop?", told.path("hint").asString());
        }
        assertEquals("partial", json(result).path("output").asString());
    }

    @Test
    void aResultThatIsNotThereYetIsAConflictThatNamesTheState() {
        slots.dispatching = false;
        String id = id(post(one, "/api/tasks?cache=false", SOURCE));
        HttpResponse<String> result = get(other, "/api/tasks/" + id + "/result");

        assertEquals(409, result.statusCode());
        assertEquals("NOT_READY", json(result).path("code").asString());
        assertEquals("waiting", json(result).path("state").asString());
        delete(one, id);
    }

    @Test
    void anyServerAbortsATaskThatRunsOnAnother() throws InterruptedException {
        slots.answer = List.of(new ServerMessage.Output(OutputStreamName.STDOUT, bytes("begun")));
        String id = id(post(one, "/api/tasks?cache=false", SOURCE));
        awaitOutput(id);
        HttpResponse<String> aborted = delete(other, id);

        assertEquals(200, aborted.statusCode());
        assertEquals("begun", json(aborted).path("output").asString());
        assertEquals("asymptote", json(aborted).path("stage").asString());
        assertTrue(json(aborted).path("totalMs").asLong()
                >= json(aborted).path("executionMs").asLong(-1));
        assertEquals("aborted", json(aborted).path("state").asString());
        assertNotNull(slots.leftAlone.poll(20, TimeUnit.SECONDS), "the slot still runs it");
        assertEquals(410, get(one, "/api/tasks/" + id + "/result").statusCode());
        assertEquals("aborted", json(delete(one, id)).path("state").asString());
    }

    /** Until what the program printed is written down. */
    private static void awaitOutput(String id) throws InterruptedException {
        BlockingQueue<String> lines = listen(one, id, Map.of());
        while (!lines.poll(20, TimeUnit.SECONDS).contains("begun")) {}
    }

    @Test
    void aCallerWithAsManyTasksAsItMayIsToldSoAtThePost() {
        slots.dispatching = false;
        String[] caller = {"X-Forwarded-For", "203.0.113.7"};
        try (QueueServer strict = QueueServer.start(settings("--trusted-proxies=127.0.0.1", "--tasks-per-caller=1"))) {
            String first = id(post(strict, "/api/tasks?cache=false", SOURCE, caller));
            HttpResponse<String> second = post(strict, "/api/tasks?cache=false", SOURCE, caller);

            assertEquals(429, second.statusCode());
            assertEquals("TOO_MANY_TASKS", json(second).path("code").asString());
            assertTrue(second.headers().firstValue("Retry-After").isPresent());
            assertTrue(second.headers().firstValue("X-Asyfleet-Trace").isPresent());
            assertEnded(strict, "TOO_MANY_TASKS", 1);
            delete(strict, first);
            HttpResponse<String> third = Awaitility.await()
                    .until(
                            () -> post(strict, "/api/tasks?cache=false", SOURCE, caller),
                            answer -> answer.statusCode() == 202);
            delete(strict, id(third));
        }
    }

    @Test
    void aTaskThatTheFullQueueRefusesDoesNotCountForItsCaller() {
        slots.dispatching = false;
        String[] caller = {"X-Forwarded-For", "203.0.113.8"};
        String waiting = id(post(one, "/api/tasks?cache=false", SOURCE));
        try (QueueServer strict = QueueServer.start(
                settings("--trusted-proxies=127.0.0.1", "--tasks-per-caller=1", "--max-queue-size=1"))) {
            awaitWaiting();
            assertEquals(
                    503, post(strict, "/api/tasks?cache=false", SOURCE, caller).statusCode());
            assertEquals(
                    503, post(strict, "/api/tasks?cache=false", SOURCE, caller).statusCode());
            assertEnded(strict, "QUEUE_FULL", 2);
        }
        delete(one, waiting);
    }

    private static void assertEnded(QueueServer server, String code, int tasks) {
        String metrics = get(server, "/metrics").body();
        String line = "asyfleet_tasks_ended_total{code=\"" + code + "\",door=\"http\"} " + tasks + ".0";
        assertTrue(metrics.contains(line), metrics);
    }

    /** Until a task that was taken is in the queue of the fleet. */
    private static void awaitWaiting() {
        Awaitility.await().until(() -> REDIS.keys().contains("queue"));
    }

    @Test
    void aNewerTaskReplacesTheOlderOneOfItsSessionUnlessThatIsSwitchedOff() {
        slots.dispatching = false;
        String older = id(post(one, "/api/tasks?cache=false&session=editor", SOURCE));
        String newer = id(post(other, "/api/tasks?cache=false&session=editor", SOURCE));
        JsonNode replaced = awaitState(one, older, "failed");
        assertEquals("SUPERSEDED", replaced.path("code").asString());
        try (QueueServer without = QueueServer.start(settings("--supersede=false"))) {
            id(post(without, "/api/tasks?cache=false&session=editor", SOURCE));
            slots.dispatching = true;
            awaitState(one, newer, "succeeded");
        }
    }

    @Test
    void eventsComeInOrderFromAnyServerAndEndWithTheTask() {
        slots.dispatching = false;
        slots.answer = List.of(new ServerMessage.Output(OutputStreamName.STDOUT, bytes("grün")), PICTURE, DONE);
        String id = id(post(one, "/api/tasks?cache=false", SOURCE));
        BlockingQueue<String> lines = listen(other, id, Map.of());
        slots.dispatching = true;

        List<String> names = untilEnd(lines).stream()
                .filter(line -> line.startsWith("event:"))
                .toList();
        assertEquals(List.of("event: queue", "event: output", "event: complete"), names);
    }

    @Test
    void whoListensAgainGoesOnAfterTheLastEvent() {
        slots.answer = List.of(new ServerMessage.Output(OutputStreamName.STDERR, bytes("grün")), PICTURE, DONE);
        String id = id(post(one, "/api/tasks?cache=false", SOURCE));
        awaitState(one, id, "succeeded");

        String all = String.join("\n", untilEnd(listen(other, id, Map.of())));
        assertTrue(all.contains("{\"passed\":true}"), all);
        String rest = String.join("\n", untilEnd(listen(other, id, Map.of("Last-Event-ID", "1"))));
        assertFalse(rest.contains("passed"), rest);
        assertTrue(rest.contains("grün") && rest.contains("\"stderr\""), rest);
        assertTrue(rest.contains("\"state\":\"succeeded\""), rest);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "00000000000000000000000000000000",
                "x",
                "a:files",
                "%2e%2e",
                "0000000000000000000000000000000000000000000",
                "0000000000000000000000000000000A",
                "%00"
            })
    void whatIsNoTaskIsNotFound(String id) {
        for (String suffix : List.of("", "/result", "/events")) {
            HttpResponse<String> response = get(one, "/api/tasks/" + id + suffix);
            assertTrue(response.statusCode() == 404 || response.statusCode() == 400, response.body());
        }
        assertTrue(List.of(400, 404).contains(delete(one, id).statusCode()));
    }

    @Test
    void whoeverHasHeardTheEndIsToldThatNothingMoreComes() {
        String id = id(post(one, "/api/tasks?cache=false", SOURCE));
        awaitState(one, id, "succeeded");

        for (String last : List.of("2", "999")) {
            HttpRequest.Builder again = HttpRequest.newBuilder(
                            URI.create(one.address() + "/api/tasks/" + id + "/events"))
                    .header("Last-Event-ID", last);
            assertEquals(204, send(again).statusCode(), last);
        }
    }

    @Test
    void aBadBodyIsRefusedAsRenderRefusesIt() {
        assertEquals(400, post(one, "/api/tasks", "").statusCode());
        assertEquals(400, post(one, "/api/tasks?format=gif", SOURCE).statusCode());
        assertEquals(
                400,
                post(one, "/api/tasks", "x", "Content-Type", "multipart/form-data; boundary=")
                        .statusCode());
    }

    @Test
    void aWebhookToAHostThatIsNotListedIsRefusedAndTheSettingNamed() {
        for (String url : List.of(
                "https://elsewhere.example/",
                "http://127.0.0.1:1/",
                "https://127.0.0.1:" + hook.getAddress().getPort() + "/",
                "http://127.0.0.1:" + hook.getAddress().getPort() + "@elsewhere.example/",
                "file:///etc/passwd",
                "x")) {
            HttpResponse<String> response = post(one, "/api/tasks?webhook=" + url, SOURCE);
            assertEquals(400, response.statusCode(), url);
            assertTrue(response.body().contains("webhook"), response.body());
        }
        assertTrue(post(one, "/api/tasks?webhook=https://x/", SOURCE).body().contains("ASYFLEET_WEBHOOK_HOSTS"));
    }

    @Test
    void aWebhookIsToldTheStateAndAgainUntilItAnswers() throws InterruptedException {
        HOOK_ANSWERS.addAll(List.of(500, 302, 204));
        String body = "{\"files\":{\"a.asy\":\";\"},\"webhook\":\"" + hookUrl() + "\"}";
        String id = id(post(one, "/api/tasks?cache=false", body, "Content-Type", "application/json"));

        for (int i = 0; i < 3; i++) {
            JsonNode told = JsonMapper.shared().readTree(HOOKED.poll(20, TimeUnit.SECONDS));
            assertEquals(id, told.path("id").asString());
            assertEquals("succeeded", told.path("state").asString());
        }
        Awaitility.await().until(() -> REDIS.keys().stream().noneMatch(key -> key.startsWith("api.owned:")));
        assertTrue(HOOKED.isEmpty(), "told once more than needed");
    }

    @Test
    void aTaskWhoseQueueServerIsKilledIsAdoptedAndFinishedByAnother() throws Exception {
        slots.dispatching = false;
        AtomicReference<String> id = new AtomicReference<>();
        try (QueueServerProcess doomed = QueueServerProcess.start(REDIS, "--lease=2s", "--webhook-hosts=" + origin())) {
            String url = doomed.address() + "/api/tasks?cache=false&webhook=" + hookUrl();
            id.set(id(send(HttpRequest.newBuilder(URI.create(url)).POST(BodyPublishers.ofString(SOURCE)))));
            doomed.kill();
        }
        BlockingQueue<String> lines = listen(one, id.get(), Map.of());
        slots.dispatching = true;

        awaitState(one, id.get(), "succeeded");
        assertEquals("<svg/>", get(other, "/api/tasks/" + id.get() + "/result").body());
        List<String> events = untilEnd(lines).stream()
                .filter(line -> line.startsWith("event:"))
                .toList();
        assertEquals(List.of("event: restarted", "event: queue", "event: complete"), events);
        assertTrue(HOOKED.poll(20, TimeUnit.SECONDS).contains(id.get()));
    }

    @Test
    void aResultExpires() throws InterruptedException {
        slots.connected.clear();
        try (QueueServer forgetful = QueueServer.start(settings("--task-result-life=1s"))) {
            String id = id(post(forgetful, "/api/tasks?cache=false", SOURCE));
            assertNotNull(slots.connected.poll(20, TimeUnit.SECONDS), "it never ran");

            Awaitility.await().until(() -> get(one, "/api/tasks/" + id).statusCode() == 404);
            assertEquals(404, get(one, "/api/tasks/" + id + "/result").statusCode());
            assertTrue(REDIS.keys().stream().noneMatch(key -> key.contains(id)));
        }
    }

    @Test
    void aTaskWhosePictureRedisLostIsUnknown() {
        String id = id(post(one, "/api/tasks?cache=false", SOURCE));
        awaitState(one, id, "succeeded");
        REDIS.keys().stream()
                .filter(key -> key.endsWith(id + RedisKeys.API_TASK_IMAGE))
                .forEach(REDIS::remove);

        HttpResponse<String> result = get(one, "/api/tasks/" + id + "/result");

        assertEquals(404, result.statusCode(), result.body());
        assertEquals("NOT_FOUND", json(result).path("code").asString());
    }

    private static void hooked(HttpExchange exchange) throws IOException {
        HOOKED.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        Integer status = HOOK_ANSWERS.poll();
        exchange.getResponseHeaders().add("Location", "/elsewhere");
        exchange.sendResponseHeaders(status == null ? 200 : status, -1);
        exchange.close();
    }

    private static String origin() {
        return "http://127.0.0.1:" + hook.getAddress().getPort();
    }

    private static String hookUrl() {
        return origin() + "/hook";
    }

    /** Leases and results outlive any pause of the machine, unless the test says otherwise. */
    private static QueueServerSettings settings(String... more) {
        List<String> args = new ArrayList<>(
                List.of("--port=0", "--redis=" + REDIS.uri(), "--lease=60s", "--webhook-hosts=" + origin()));
        args.addAll(List.of(more));
        return QueueServerSettings.read(QueueServerSettings.SPEC.read(args, Map.of()));
    }

    private static JsonNode awaitState(QueueServer server, String id, String state) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(
                        () -> json(get(server, "/api/tasks/" + id)),
                        json -> json.path("state").asString("").equals(state));
    }

    /** The lines of the event stream as they come, and an empty queue's null at its end: see {@link #untilEnd}. */
    private static BlockingQueue<String> listen(QueueServer server, String id, Map<String, String> headers) {
        BlockingQueue<String> lines = new LinkedBlockingQueue<>();
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.address() + "/api/tasks/" + id + "/events"));
        headers.forEach(request::header);
        CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofLines()).thenAcceptAsync(response -> {
            lines.add("status " + response.statusCode());
            response.body().forEach(lines::add);
            lines.add("the end");
        });
        assertEquals("status 200", poll(lines));
        return lines;
    }

    private static List<String> untilEnd(BlockingQueue<String> lines) {
        List<String> all = new ArrayList<>();
        for (String line = poll(lines); !line.equals("the end"); line = poll(lines)) {
            all.add(line);
        }
        return all;
    }

    private static String poll(BlockingQueue<String> lines) {
        try {
            String line = lines.poll(20, TimeUnit.SECONDS);
            assertNotNull(line, "the stream is silent");
            return line;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String id(HttpResponse<String> taken) {
        assertEquals(202, taken.statusCode(), taken.body());
        return json(taken).path("id").asString();
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    private static HttpResponse<String> post(QueueServer server, String path, String body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(server.address() + path)).POST(BodyPublishers.ofString(body));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    private static HttpResponse<String> get(QueueServer server, String path) {
        return send(HttpRequest.newBuilder(URI.create(server.address() + path)));
    }

    private static HttpResponse<String> delete(QueueServer server, String id) {
        return send(HttpRequest.newBuilder(URI.create(server.address() + "/api/tasks/" + id))
                .DELETE());
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
