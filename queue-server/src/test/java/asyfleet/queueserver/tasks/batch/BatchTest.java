package asyfleet.queueserver.tasks.batch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import asyfleet.queueserver.QueueServer;
import asyfleet.queueserver.QueueServerProcess;
import asyfleet.queueserver.TestQueueServer;
import asyfleet.queueserver.tasks.FakeSlots;
import asyfleet.redis.RedisFixture;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code /api/batch} of two queue servers over real sockets and a real Redis; what backends say is the test's. */
@Tag("slow")
class BatchTest {

    private static final ServerMessage PICTURE = new ServerMessage.Result(Format.SVG, bytes("<svg/>"));
    private static final ServerMessage DONE = new ServerMessage.Complete(true, null, 7L, null);
    private static final String JSON = "application/json";
    private static final RedisFixture REDIS = RedisFixture.start();
    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();

    private static FakeSlots slots;
    private static QueueServer one;
    private static QueueServer other;

    @BeforeAll
    static void start() {
        slots = new FakeSlots(REDIS.redis());
        one = TestQueueServer.start(REDIS, "--lease=60s");
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
        slots.answer = List.of(PICTURE, DONE);
    }

    @Test
    void aBatchIsTakenAtOnceAndEachEndComesAsALineFromAnyServer() {
        HttpResponse<String> taken = post(one, "?cache=false", JSON, bytes(figures(3)));
        JsonNode json = json(taken);

        assertEquals(202, taken.statusCode(), taken.body());
        assertEquals("running", json.path("state").asString());
        assertEquals(3, json.path("figures").asInt());
        List<JsonNode> lines = lines(other, id(taken), "");
        assertEquals(
                List.of("f1", "f2", "f3"),
                lines.subList(0, 3).stream()
                        .map(line -> line.path("figure").asString())
                        .sorted()
                        .toList());
        JsonNode first = lines.get(0);
        assertEquals("figure", first.path("event").asString());
        assertEquals(1, first.path("id").asInt());
        assertEquals("succeeded", first.path("state").asString());
        String link = first.path("images").path(0).path("link").asString();
        HttpResponse<String> image = get(other, link);
        assertEquals("<svg/>", image.body());
        assertEquals("image/svg+xml", image.headers().firstValue("Content-Type").orElseThrow());
        assertEquals("complete", lines.get(3).path("event").asString());
        assertEquals(3, lines.get(3).path("rendered").asInt());
        assertEquals("complete", state(one, id(taken)).path("state").asString());
    }

    @Test
    void aClientThatComesBackHearsWhatItHasNotHeard() {
        String id = id(post(one, "?cache=false", JSON, bytes(figures(3))));
        List<JsonNode> all = lines(one, id, "");

        List<JsonNode> rest = lines(other, id, "?after=2");
        assertEquals(all.subList(2, 4), rest);
        assertEquals(204, get(other, "/api/batch/" + id + "/events?after=4").statusCode());
    }

    @Test
    void whoAsksForServerSentEventsGetsThem() {
        String id = id(post(one, "?cache=false", JSON, bytes(figures(1))));
        HttpResponse<String> events =
                send(HttpRequest.newBuilder(URI.create(other.address() + "/api/batch/" + id + "/events"))
                        .header("Accept", "text/event-stream"));

        assertTrue(events.body().contains("event: figure\ndata: {\"figure\":\"f1\""), events.body());
        assertTrue(events.body().contains("event: complete\n"), events.body());
    }

    @Test
    void theResultIsAZipOfAllPictures() throws IOException {
        slots.answer = List.of(PICTURE, PICTURE, new ServerMessage.Result(Format.PNG, bytes("png")), DONE);
        String id = id(post(one, "?cache=false", JSON, bytes(figures(2))));
        lines(one, id, "");

        Map<String, String> files = unzip(result(other, id));
        assertEquals(
                List.of("f1-2.svg", "f1.png", "f1.svg", "f2-2.svg", "f2.png", "f2.svg", "failures.csv"),
                List.copyOf(files.keySet()));
        assertEquals("png", files.get("f2.png"));
        assertEquals("figure,code,file,line,column,summary,hint,error\r\n", files.get("failures.csv"));
    }

    @Test
    void figuresThatFailAreATableInTheZip() throws IOException {
        Verdict verdict = Verdict.of(EndCode.EXIT_CODE, Stage.ASYMPTOTE)
                .explained(VerdictDetails.of("no \"x\", sorry", "=y").at("main.asy", 4, 2));
        slots.answer = List.of(
                new ServerMessage.Output(OutputStreamName.STDOUT, bytes("printed")),
                new ServerMessage.Complete(false, "failed", 3L, verdict));
        String id = id(post(one, "?cache=false", JSON, bytes(figures(1))));
        JsonNode line = lines(one, id, "").get(0);

        assertEquals("failed", line.path("state").asString());
        assertEquals("printed", line.path("output").asString());
        assertEquals(4, line.path("line").asInt());
        assertEquals(
                "figure,code,file,line,column,summary,hint,error\r\n"
                        + "f1,EXIT_CODE,main.asy,4,2,\"no \"\"x\"\", sorry\",'=y,failed\r\n",
                unzip(result(other, id)).get("failures.csv"));
        assertEquals(1, state(other, id).path("failed").asInt());
    }

    @Test
    void aPictureForWhichTheBatchHasNoRoomIsAFailureOfItsFigure() {
        slots.answer = List.of(new ServerMessage.Result(Format.SVG, new byte[60]), DONE);
        try (QueueServer small = TestQueueServer.start(REDIS, "--lease=60s", "--batch-bytes=100")) {
            String id = id(post(small, "?cache=false", JSON, bytes(figures(2))));
            List<JsonNode> lines = lines(small, id, "");

            assertEquals("OUTPUT_LIMIT", lines.get(1).path("code").asString(), lines.toString());
            assertEquals(1, lines.get(2).path("rendered").asInt());
        }
    }

    @Test
    void aResultThatIsNotThereYetIsAConflictAndAnyServerAborts() throws IOException {
        slots.dispatching = false;
        String id = id(post(one, "?cache=false", JSON, bytes(figures(2))));

        assertEquals(409, get(other, "/api/batch/" + id + "/result").statusCode());
        assertEquals(404, get(other, "/api/tasks/" + id).statusCode());
        assertEquals("running", state(other, id).path("state").asString());
        JsonNode aborted = json(send(HttpRequest.newBuilder(URI.create(other.address() + "/api/batch/" + id))
                .DELETE()));
        assertEquals("aborted", aborted.path("state").asString());
        assertTrue(unzip(result(one, id)).get("failures.csv").contains("f2,ABORTED"));
        Awaitility.await("none of its figures waits any more")
                .until(() -> REDIS.keys().stream().noneMatch(List.of("queue", "queue.incoming")::contains));
    }

    @Test
    void aBatchWhoseQueueServerIsKilledGoesOnAtAnotherAndNoFigureEndsTwice() throws Exception {
        String id;
        Iterator<String> heard;
        try (QueueServerProcess doomed = QueueServerProcess.start(REDIS, "--lease=2s", "--tasks-per-caller=1")) {
            id = id(send(HttpRequest.newBuilder(URI.create(doomed.address() + "/api/batch?cache=false"))
                    .header("Content-Type", JSON)
                    .POST(BodyPublishers.ofString(figures(40)))));
            heard = CLIENT.send(
                            HttpRequest.newBuilder(URI.create(one.address() + "/api/batch/" + id + "/events"))
                                    .build(),
                            BodyHandlers.ofLines())
                    .body()
                    .iterator();
            while (!heard.next().contains("\"figure\"")) {}
            doomed.kill();
        }
        List<JsonNode> lines = lines(other, id, "");

        assertEquals(41, lines.size(), lines.toString());
        assertEquals(
                IntStream.rangeClosed(1, 40).boxed().toList(),
                lines.subList(0, 40).stream()
                        .map(line -> line.path("number").asInt())
                        .sorted()
                        .toList());
        assertEquals(40, lines.get(40).path("rendered").asInt());
    }

    @Test
    void aBatchThatRedisLostBeginsAgain() throws Exception {
        try (QueueServer slow = TestQueueServer.start(REDIS, "--lease=60s", "--tasks-per-caller=1")) {
            String id = id(post(slow, "?cache=false", JSON, bytes(figures(100))));
            Iterator<String> heard = CLIENT.send(
                            HttpRequest.newBuilder(URI.create(slow.address() + "/api/batch/" + id + "/events"))
                                    .build(),
                            BodyHandlers.ofLines())
                    .body()
                    .iterator();
            while (!heard.next().contains("\"figure\"")) {}
            String key = "api.task:" + id;
            REDIS.redis()
                    .commands()
                    .unlink(key, key + ":files", key + ":events", key + ":figures")
                    .toCompletableFuture()
                    .join();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(120))
                    .until(() -> state(other, id).path("state").asString("").equals("complete"));
            List<JsonNode> lines = lines(other, id, "");
            assertEquals("restarted", lines.get(0).path("event").asString(), lines.toString());
            assertEquals(102, lines.size());
            assertEquals(100, lines.get(101).path("rendered").asInt());
        }
    }

    @Test
    void aCallerThatHasAsManyTasksAsItMayWaitsWithItsBatch() {
        slots.dispatching = false;
        String[] caller = {"X-Forwarded-For", "203.0.113.7"};
        try (QueueServer strict = TestQueueServer.start(
                REDIS,
                "--trusted-proxies=127.0.0.1",
                "--tasks-per-caller=1",
                "--batches-per-caller=1",
                "--lease=60s")) {
            HttpRequest.Builder task = HttpRequest.newBuilder(URI.create(strict.address() + "/api/tasks?cache=false"))
                    .headers(caller)
                    .POST(BodyPublishers.ofString("draw(unitcircle);"));
            assertEquals(202, send(task).statusCode());
            HttpResponse<String> taken = post(strict, "?cache=false", JSON, bytes(figures(2)), caller);
            HttpResponse<String> second = post(strict, "?cache=false", JSON, bytes(figures(2)), caller);
            assertEquals(429, second.statusCode());
            assertEquals("TOO_MANY_BATCHES", json(second).path("code").asString());
            assertTrue(second.headers().firstValue("X-Asyfleet-Trace").isPresent());
            String metrics = send(HttpRequest.newBuilder(URI.create(strict.address() + "/metrics")))
                    .body();
            assertTrue(
                    metrics.contains("asyfleet_tasks_ended_total{code=\"TOO_MANY_TASKS\",door=\"batch\"} 1.0"),
                    metrics);

            slots.dispatching = true;
            assertEquals(2, lines(strict, id(taken), "").get(2).path("rendered").asInt());
            assertEquals(202, post(strict, "", JSON, bytes(figures(1)), caller).statusCode());
        }
    }

    @Test
    void theFiguresOfABatchDoNotReplaceOneAnotherInASession() {
        String id = id(post(one, "?cache=false", JSON, bytes(figures(8)), "X-Asyfleet-Session", "mine"));

        List<JsonNode> lines = lines(one, id, "");
        assertEquals(8, lines.get(8).path("rendered").asInt(), lines.toString());
    }

    @Test
    void aZipOfSourcesHasAFigureForEveryFileThatNoOtherImports() throws IOException {
        byte[] zip = zip(Map.of(
                "one.asy", "import style; draw(unitcircle);",
                "style.asy", "include deep;",
                "deep.asy", "write(\"data.csv\");",
                "data.csv", "1",
                "unused.csv", "2",
                "README.md", "no figure",
                "chapter/two.asy", "import style;"));
        ZipSources sources = ZipSources.read(zip, TaskLimits.DEFAULT.files());

        assertEquals(
                List.of("chapter/two.asy", "one.asy"),
                sources.figures().stream().map(ZipSources.Source::path).toList());
        assertEquals(
                List.of("data.csv", "deep.asy", "one.asy", "style.asy"),
                sources.filesOf(sources.figures().get(1)).keySet().stream()
                        .sorted()
                        .toList());
        HttpResponse<String> taken = post(one, "?format=svg", "application/zip", zip);
        assertEquals(
                List.of("chapter/two", "one"),
                lines(one, id(taken), "").subList(0, 2).stream()
                        .map(line -> line.path("figure").asString())
                        .sorted()
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            value = {
                "400 | {\"figures\": []} | no figures",
                "400 | {\"figures\": 3} | expected an array of objects",
                "400 | {} | \"figures\" is missing",
                "400 | {\"figures\": [{\"files\": {\"a.asy\": \";\"}, \"nam\": \"x\"}]} | unknown field \"nam\"",
                "400 | {\"figures\": [{\"files\": {\"a.asy\": \";\"}, \"name\": \"../x\"}]} | bad name of a figure",
                "400 | {\"figures\": [{\"files\": {\"a.exe\": \";\"}, \"name\": \"x\"}]} | figure \"x\": bad file name",
                "400 | {\"files\": {\"a.asy\": \";\"}, \"figures\": [{}, {}]} | two figures are called \"a\"",
                "400 | {\"figures\": [{\"files\": {\"a.asy\": \";\"}, \"options\": {\"timeout\": 5}}]} | timeout is 5",
            })
    void aMistakeRefusesTheWholeBatchInWords(int status, String body, String words) {
        HttpResponse<String> answer = post(one, "", JSON, bytes(body));

        assertEquals(status, answer.statusCode(), answer.body());
        String error = json(answer).path("error").asString();
        assertTrue(error.contains(words.strip()), error);
    }

    @Test
    void whatIsTooMuchOrUnknownIsRefused() {
        assertEquals(413, post(one, "", JSON, bytes(figures(501))).statusCode());
        assertEquals(
                400, post(one, "", "text/plain", bytes("draw(unitcircle);")).statusCode());
        assertEquals(400, post(one, "", "application/zip", bytes("no zip")).statusCode());
        assertEquals(400, post(one, "?main=x", JSON, bytes(figures(1))).statusCode());
        assertEquals(404, get(one, "/api/batch/" + "0".repeat(32)).statusCode());
        assertEquals(404, get(one, "/api/batch/x/images/1.1").statusCode());
    }

    private static String figures(int number) {
        return IntStream.rangeClosed(1, number)
                .mapToObj(i -> "{\"name\": \"f" + i + "\", \"main\": \"main.asy\"}")
                .collect(Collectors.joining(
                        ",", "{\"files\": {\"main.asy\": \"draw(unitcircle);\"}, \"figures\": [", "]}"));
    }

    /** All lines of the events that are there, to the last. */
    private static List<JsonNode> lines(QueueServer server, String id, String query) {
        HttpResponse<Stream<String>> answer = CLIENT.sendAsync(
                        HttpRequest.newBuilder(URI.create(server.address() + "/api/batch/" + id + "/events" + query))
                                .build(),
                        BodyHandlers.ofLines())
                .orTimeout(90, TimeUnit.SECONDS)
                .join();
        assertEquals(
                "application/x-ndjson",
                answer.headers().firstValue("Content-Type").orElseThrow());
        return answer.body()
                .filter(line -> !line.isEmpty())
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    private static JsonNode state(QueueServer server, String id) {
        return json(get(server, "/api/batch/" + id));
    }

    private static byte[] result(QueueServer server, String id) {
        try {
            HttpResponse<byte[]> answer = CLIENT.send(
                    HttpRequest.newBuilder(URI.create(server.address() + "/api/batch/" + id + "/result"))
                            .build(),
                    BodyHandlers.ofByteArray());
            assertEquals(200, answer.statusCode());
            return answer.body();
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, String> unzip(byte[] zip) throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                files.put(entry.getName(), new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    private static byte[] zip(Map<String, String> files) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream out = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, String> file : files.entrySet()) {
                out.putNextEntry(new ZipEntry(file.getKey()));
                out.write(bytes(file.getValue()));
            }
        }
        return bytes.toByteArray();
    }

    private static String id(HttpResponse<String> taken) {
        assertEquals(202, taken.statusCode(), taken.body());
        return json(taken).path("id").asString();
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    private static HttpResponse<String> post(
            QueueServer server, String query, String type, byte[] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + "/api/batch" + query))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofByteArray(body));
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    private static HttpResponse<String> get(QueueServer server, String path) {
        return send(HttpRequest.newBuilder(URI.create(server.address() + path)));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
