package asyfleet.queueserver.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.NetServer;
import asyfleet.net.NetServerSettings;
import asyfleet.net.NetThreads;
import asyfleet.net.http.HttpError;
import asyfleet.net.http.Response;
import asyfleet.net.operations.Operations;
import asyfleet.net.route.Routes;
import asyfleet.openapi.CheckedHttpClient;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.PictureOptions;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskLimits;
import asyfleet.protocol.task.TaskRules;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.protocol.task.verdict.VerdictDetails;
import asyfleet.queueserver.FakeQueueServerStore;
import asyfleet.queueserver.dropin.DropIns;
import asyfleet.queueserver.kroki.Kroki;
import asyfleet.queueserver.kroki.KrokiSettings;
import asyfleet.queueserver.render.RenderRules;
import asyfleet.queueserver.render.Renderer;
import asyfleet.queueserver.shard.ShardStore;
import asyfleet.queueserver.task.EventLoopOwner;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.queueserver.FleetStats;
import asyfleet.redis.queueserver.QueueServerStore;
import asyfleet.redis.queueserver.RedisQueueServerStore;
import asyfleet.redis.queueserver.WaitingBounds;
import asyfleet.redis.schema.NameLists;
import asyfleet.redis.schema.Toolchain;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The HTTP doors over real sockets, with the fleet behind them in the test's hands. */
@Tag("slow")
class ApiTest {

    private static final String SOURCE = "draw(unitcircle);";
    private static final RedisFixture REDIS = RedisFixture.start();
    private static final Toolchain TOOLCHAIN = new Toolchain(REDIS.redis());
    private static final NameLists NAMES = new NameLists(REDIS.redis());
    private static final CheckedHttpClient CLIENT = CheckedHttpClient.create();
    private static final FakeTask TASK = new FakeTask();
    private static NetThreads threads;
    private static NetServer server;
    private static Kroki kroki;

    @BeforeAll
    static void serve() {
        threads = NetThreads.create(2);
        RenderRules rules = new RenderRules(new TaskRules(TaskLimits.DEFAULT, List.of(3000, 10_000, 30_000)));
        Routes.Builder routes = Routes.builder();
        TOOLCHAIN.publish("2.85-f").toCompletableFuture().join();
        Renderer renderer =
                new Renderer(TASK, () -> new EventLoopOwner(threads.loops().next()));
        QueueServerStore store =
                new RedisQueueServerStore(REDIS.redis(), Duration.ofMinutes(1), WaitingBounds.shared(200, 25));
        Api.addRoutes(routes, OpenGate.create(), rules, renderer, shards(store), TOOLCHAIN, NAMES);
        kroki = new Kroki(KrokiSettings.PLAIN, OpenGate.create(), rules, renderer, TOOLCHAIN);
        DropIns.addRoutes(routes, OpenGate.create(), rules, renderer, kroki);
        server = NetServer.start(NetServerSettings.onLoopback(0), routes.build(), Operations.create(), threads);
    }

    @AfterAll
    static void stop() {
        server.close();
        kroki.close();
        threads.close();
        REDIS.close();
    }

    @BeforeEach
    void reset() {
        TASK.answer = FakeTask.PICTURE;
        TASK.asked.clear();
        TASK.aborted.clear();
    }

    @Test
    void aClientOfThePublicServerGetsItsImage() {
        HttpResponse<byte[]> response = post("/?f=pdf", SOURCE, "Content-Type", "application/x-www-form-urlencoded");

        assertEquals(200, response.statusCode());
        assertEquals("image/svg+xml", header(response, "content-type"));
        assertArrayEquals(FakeTask.SVG, response.body());
        TaskRequest asked = TASK.asked.remove();
        assertEquals(Format.PDF, asked.options().format());
        assertEquals(SOURCE, new String(asked.files().get("main.asy"), StandardCharsets.UTF_8));
        assertEquals(1, asked.priority());
    }

    @Test
    void aPageOfAStrangerCanDoNothingButDraw() {
        byte[] page = "<html><script>draw()</script></html>".getBytes(StandardCharsets.UTF_8);
        TASK.answer = List.of(
                new ServerMessage.Result(Format.HTML, page),
                new ServerMessage.Complete(true, null, 5L, Verdict.of(EndCode.OK, Stage.ASYMPTOTE)));

        for (String path : List.of("/?f=html", "/api/render?format=html", "/asymptote/html")) {
            HttpResponse<byte[]> response = post(path, SOURCE);
            assertEquals("text/html", header(response, "content-type"));
            assertEquals("nosniff", header(response, "x-content-type-options"));
            assertEquals(
                    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
                            + "img-src data: blob:",
                    header(response, "content-security-policy"));
            assertEquals(Format.HTML, TASK.asked.remove().options().format());
        }
    }

    @Test
    void timingIsInTheHeaders() {
        HttpResponse<byte[]> response = post("/api/render", SOURCE);

        long execution = Long.parseLong(header(response, "x-asyfleet-execution-ms"));
        assertTrue(execution <= Long.parseLong(header(response, "x-asyfleet-total-ms")));
        assertNotNull(header(response, "x-asyfleet-queued-ms"));
    }

    @Test
    void optionsInTheQueryAreTaken() {
        post("/api/render?format=png&timeout=10000&stderr=separate&verbosity=2", SOURCE);

        TaskRequest asked = TASK.asked.remove();
        assertEquals(Format.PNG, asked.options().format());
        assertEquals(10_000, asked.options().timeoutMillis());
        assertEquals(2, asked.options().verbosity());
    }

    @Test
    void optionsOfPicturesAreTakenFromTheQueryAndFromJson() {
        post("/api/render?format=png&scale=3&transparent=true", SOURCE);
        PictureOptions asked = TASK.asked.remove().options().picture();
        assertEquals(216, asked.resolution());
        assertTrue(asked.hasNoGround());

        String json = "{\"files\": {\"main.asy\": \"dot(0);\"}, \"options\": {\"dpi\": 300, \"text\": true}}";
        post("/api/render", json, "Content-Type", "application/json");
        asked = TASK.asked.remove().options().picture();
        assertEquals(300, asked.resolution());
        assertTrue(asked.keepsText());
    }

    @Test
    void severalFormatsComeInOneAnswer() {
        byte[] png = {1, 2, 3};
        TASK.answer = List.of(
                new ServerMessage.Result(Format.SVG, FakeTask.SVG),
                new ServerMessage.Result(Format.PNG, png),
                new ServerMessage.Complete(true, null, 5L, Verdict.of(EndCode.OK, Stage.ASYMPTOTE)));

        HttpResponse<byte[]> response = post("/api/render?formats=svg,png", SOURCE);

        assertEquals(
                List.of(Format.SVG, Format.PNG), TASK.asked.remove().options().formats());
        JsonNode images = json(response).path("images");
        assertEquals(2, images.size());
        assertEquals("image/svg+xml", images.get(0).path("imageType").asString());
        assertEquals("png", images.get(1).path("format").asString());
        assertArrayEquals(
                png, Base64.getDecoder().decode(images.get(1).path("image").asString()));
    }

    @Test
    void severalFilesComeAsJson() {
        String json = """
                {"files": {"main.asy": "import a;", "a.asy": "int x;"}, "main": "main.asy", "options": {"format": "pdf"}}
                """;
        post("/api/render", json, "Content-Type", "application/json; charset=utf-8");

        TaskRequest asked = TASK.asked.remove();
        assertEquals("main.asy", asked.main());
        assertEquals(2, asked.files().size());
        assertEquals(Format.PDF, asked.options().format());
    }

    @Test
    void severalFilesComeAsAForm() {
        String form = "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"main.asy\"\r\n\r\nimport a;\r\n"
                + "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.asy\"\r\n\r\nint x;\r\n--X--\r\n";
        post("/api/render?main=main.asy", form, "Content-Type", "multipart/form-data; boundary=X");

        TaskRequest asked = TASK.asked.remove();
        assertEquals("main.asy", asked.main());
        assertEquals("int x;", new String(asked.files().get("a.asy"), StandardCharsets.UTF_8));
    }

    @Test
    void aBatchClientMayBeLessUrgentButNobodyMore() {
        post("/api/render", SOURCE, "X-Priority", "batch");
        assertEquals(0, TASK.asked.remove().priority());

        assertEquals(400, post("/api/render", SOURCE, "X-Priority", "2").statusCode());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/?f=gif | the URL: \"f\" is \"gif\"; expected \"svg\", \"pdf\", \"png\", \"html\" or \"eps\"",
                "/api/render?timeout=5 | timeout is 5; expected one of 3000, 10000, 30000",
                "/api/render?verbosity=9 | the URL: \"verbosity\" is 9; expected 0, 1, 2 or 3",
                "/api/render?stderr=x | the URL: \"stderr\" is \"x\"; expected \"stdout\" or \"separate\"",
                "/api/render?fromat=png | unknown query parameter \"fromat\"; expected some of format, timeout, stderr, "
                        + "verbosity, formats, scale, dpi, transparent, text, main, session, cache, token",
                "/api/render?scale=100 | the URL: \"scale\" is 100; expected an integer from 1 to 8",
                "/api/render?dpi=1 | the URL: \"dpi\" is 1; expected an integer from 72 to 576",
                "/api/render?transparent=1 | the URL: \"transparent\" is 1; expected true or false",
                "/api/render?formats=svg,gif | the URL: \"formats\" is \"svg,gif\"; expected different ones of "
                        + "\"svg\", \"pdf\", \"png\", \"html\" or \"eps\"",
                "/api/render?format=png&format=pdf | query parameter format is there 2 times; expected it once",
                "/api/render?main=figure.txt | bad file name \"figure.txt\"; expected it to end in .asy",
            })
    void aBadValueIsNamedWithWhatWasExpected(String path, String error) {
        HttpResponse<byte[]> response = post(path, SOURCE);

        assertEquals(400, response.statusCode());
        assertEquals("BAD_REQUEST", json(response).path("code").asString());
        assertEquals(error, json(response).path("error").asString());
        assertTrue(TASK.asked.isEmpty());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "not json | the body is not JSON",
                "{ | the body is not JSON: it ends early at line 1, column 2",
                "[] | the body is []; expected a JSON object",
                "{\"files\": {\"a.asy\": \"\"}, \"fils\": {}} | the body: unknown field \"fils\" with the value {}; "
                        + "expected files, main, options",
                "{\"main\": \"a.asy\"} | the body: \"files\" is missing",
                "{\"files\": {}} | no files; expected",
                "{\"files\": {\"a.asy\": 1}} | files: \"a.asy\" is 1; expected a string",
                "{\"files\": {\"a.asy\": \"\\ud800\"}} | files: \"a.asy\" is \"\\ud800\"; expected a string without unpaired",
                "{\"files\": {\"a.asy\": \"1\", \"a.asy\": \"2\"}} | the body is not JSON: Duplicate",
                "{\"files\": {\"a.asy\": \"\"}, \"main\": \"b.asy\"} | main is \"b.asy\"; expected one of the files [a.asy]",
                "{\"files\": {\"../a.asy\": \"\"}} | bad file name",
                "{\"files\": {\"a.asy\": \"\"}, \"options\": {\"colour\": 1}} | options: unknown field \"colour\"",
                "{\"files\": {\"a.asy\": \"\"}, \"options\": \"x\"} | the body: \"options\" is \"x\"; expected an object",
                "{\"files\": {\"a.asy\": \"\"}, \"options\": [1]} | the body: \"options\" is [1]; expected an object",
                "{\"files\": {\"a.asy\": \"\"}, \"options\": {\"timeout\": {}}} | options: \"timeout\" is {}; expected",
                "{\"files\": {\"a.asy\": \"\"}, \"options\": {\"timeout\": []}} | options: \"timeout\" is []; expected",
                "{\"files\": {\"a.asy\": \"\"}, \"options\": {\"timeout\": 5}} | timeout is 5; expected one of 3000",
                "{\"files\": {\"a.asy\": \"\"}, \"options\": {\"verbosity\": {\"a\":1}}} | options: \"verbosity\" is",
                "{\"files\": {\"a.asy\": \"\"}, \"options\": {\"interactive\": true}} | interactive is true",
            })
    void badJsonIsExplained(String body, String beginning) {
        HttpResponse<byte[]> response = post("/api/render", body, "Content-Type", "application/json");

        assertEquals(400, response.statusCode());
        String error = json(response).path("error").asString();
        assertTrue(error.startsWith(beginning), error);
    }

    @Test
    void anEmptyBodyIsNoJson() {
        HttpResponse<byte[]> response = post("/api/render", "", "Content-Type", "application/json");

        assertEquals(
                "the body is empty; expected a JSON object",
                json(response).path("error").asString());
    }

    @Test
    void anErrorRepeatsNoMoreOfAValueThanItsBeginning() {
        String names = "\"%s.asy\": \"\",".repeat(90).formatted((Object[])
                IntStream.range(0, 90).mapToObj(i -> "x".repeat(90) + i).toArray(String[]::new));
        String json = "{\"files\": {" + names + "\"a.asy\": \"\"}, \"main\": \"" + "z".repeat(100_000) + "\"}";

        assertTrue(post("/api/render", json, "Content-Type", "application/json").body().length < 2000);
        assertTrue(post("/api/render?format=" + "z".repeat(5000), SOURCE).body().length < 2000);
        assertTrue(post("/api/render", SOURCE, "X-Priority", "z".repeat(5000)).body().length < 2000);
    }

    @Test
    void anOptionThatIsNullIsNotThere() {
        String json = "{\"files\": {\"a.asy\": \"\"}, \"options\": {\"timeout\": null, \"format\": \"pdf\"}}";

        assertEquals(
                200,
                post("/api/render?timeout=3000", json, "Content-Type", "application/json")
                        .statusCode());
        TaskRequest asked = TASK.asked.remove();
        assertEquals(3000, asked.options().timeoutMillis());
        assertEquals(Format.PDF, asked.options().format());
    }

    @Test
    void aSourceMayHaveAName() {
        post("/api/render?main=figure.asy", SOURCE);

        assertEquals("figure.asy", TASK.asked.remove().main());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "multipart/form-data | x | Content-Type has no boundary",
                "multipart/form-data; boundary=X | --X | the form ends early",
                "multipart/form-data; boundary=X | '--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.asy\"'"
                        + " | the form ends early",
                "multipart/form-data; boundary=X | '--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.asy\""
                        + "\r\n\r\ndraw(' | the form ends early",
            })
    void aBrokenFormIsExplained(String type, String form, String beginning) {
        HttpResponse<byte[]> response = post("/api/render", form, "Content-Type", type);

        assertEquals(400, response.statusCode());
        String error = json(response).path("error").asString();
        assertTrue(error.startsWith(beginning), error);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "=", "=\""})
    void aBoundaryThatIsEmptyIsNoBoundary(String value) {
        String type = "multipart/form-data; boundary" + value;

        assertEquals(
                "Content-Type has no boundary: it is \"" + type + "\"; expected multipart/form-data; boundary=...",
                refusedForm(type, "x"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
                    Content-Type: text/plain | a part has a bad header
                    Content-Disposition: form-data; filename="a.asy" | a part has a bad header
                    Content-Disposition: form-data; name=""; filename="a.asy" | a part has a bad header
                    Content-Disposition: form-data; name="f"; filename | a part has a bad header
                    Content-Disposition: form-data; name="f"; filename*=a.asy | a part has a bad header
                    Content-Disposition: form-data; name="f"; filename*=zork''a.asy | unknown charset "zork"
                    """)
    void aBadHeaderOfAPartIsExplainedWithoutJava(String header, String reason) {
        String error = refusedForm("multipart/form-data; boundary=X", "--X\r\n" + header + "\r\n\r\nx\r\n--X--\r\n");

        assertTrue(error.startsWith("the body is not a multipart form: " + reason + "; expected "), error);
    }

    @ParameterizedTest
    @ValueSource(strings = {"zork", "!!", ""})
    void anUnknownCharsetOfAFormIsNamed(String charset) {
        String header = "--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.asy\"\r\n";
        String error = "the body is not a multipart form: unknown charset \"" + charset + "\"; expected utf-8 or none";

        String ofPart = header + "Content-Type: text/plain; charset=" + charset + "\r\n\r\nx\r\n--X--\r\n";
        assertEquals(error, refusedForm("multipart/form-data; boundary=X", ofPart));
        String ofForm = "multipart/form-data; boundary=X; charset=" + charset;
        assertEquals(error, refusedForm(ofForm, header + "\r\nx\r\n--X--\r\n"));
    }

    @Test
    void aFormOfTooManyPartsIsToldTheLimit() {
        String part = "--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.asy\"\r\n\r\nx\r\n";

        assertEquals(
                "the body is not a multipart form: it has too many parts; expected at most 128",
                refusedForm("multipart/form-data; boundary=X", part.repeat(129) + "--X--\r\n"));
    }

    private static String refusedForm(String type, String form) {
        HttpResponse<byte[]> response = post("/api/render", form, "Content-Type", type);
        assertEquals(400, response.statusCode());
        return json(response).path("error").asString();
    }

    @Test
    void aBodyThatWouldHaveToBeUnpackedIsRefused() {
        HttpResponse<byte[]> response = post("/api/render", SOURCE, "Content-Encoding", "gzip");

        assertEquals(415, response.statusCode());
        assertEquals(
                "Content-Encoding is \"gzip\"; expected the body as it is",
                json(response).path("error").asString());
        assertEquals(
                200, post("/api/render", SOURCE, "Content-Encoding", "identity").statusCode());
    }

    @Test
    void nothingInAPictureMayRunAndAnyPageMayEmbedIt() {
        HttpResponse<byte[]> response = post("/api/render", SOURCE);
        String policy = header(response, "content-security-policy");

        assertTrue(policy.startsWith("default-src 'none'; img-src data:;") && policy.endsWith("sandbox"), policy);
        assertFalse(policy.contains("script") || policy.contains("frame-ancestors"), policy);
        assertEquals(null, header(response, "x-frame-options"));
        assertEquals("DENY", header(get("/api/versions"), "x-frame-options"));
    }

    @Test
    void anEmptyBodyIsABadRequest() {
        assertEquals(400, post("/?f=svg", "").statusCode());
        assertEquals(400, post("/api/render", "").statusCode());
    }

    @Test
    void aFileOverTheLimitIsRefusedWithItsSize() {
        HttpResponse<byte[]> response =
                post("/?f=svg", "x".repeat(TaskLimits.DEFAULT.files().maxFileBytes() + 1));

        assertEquals(413, response.statusCode());
        assertEquals(
                "too long: the contents of main.asy, 1048577 bytes; expected at most 1048576",
                json(response).path("error").asString());
    }

    @Test
    void aFileThatIsTwiceInAFormIsNamed() {
        String part = "--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.asy\"\r\n\r\nx\r\n";

        assertEquals(
                "file \"a.asy\" comes twice; expected each name once",
                refusedForm("multipart/form-data; boundary=X", part.repeat(2) + "--X--\r\n"));
    }

    @Test
    void aNumberInAUrlIsWrittenAsInJson() {
        assertEquals(200, post("/api/render?timeout=3000", SOURCE).statusCode());
        assertEquals(400, post("/api/render?timeout=03000", SOURCE).statusCode());
        assertEquals(
                400, post("/api/render?timeout=99999999999999999999", SOURCE).statusCode());
    }

    @Test
    void aFailedProgramIsExplainedWithItsOutputAndItsPartialImage() {
        TASK.answer = List.of(
                FakeTask.output("main.asy: 3.1: no such variable\n"),
                new ServerMessage.Result(Format.SVG, FakeTask.SVG),
                new ServerMessage.Complete(
                        false,
                        "Execution failed with code 1",
                        9L,
                        new Verdict(
                                EndCode.EXIT_CODE,
                                Stage.ASYMPTOTE,
                                null,
                                1L,
                                new VerdictDetails("main.asy", 3, 1, "no variable 'x'", "declare it", "int x;"))));

        HttpResponse<byte[]> response = post("/api/render", SOURCE);

        assertEquals(422, response.statusCode());
        JsonNode json = json(response);
        assertEquals("Execution failed with code 1", json.path("error").asString());
        assertEquals("asymptote", json.path("stage").asString());
        assertEquals("main.asy", json.path("file").asString());
        assertEquals(3, json.path("line").asInt());
        assertEquals(1, json.path("column").asInt());
        assertEquals("no variable 'x'", json.path("summary").asString());
        assertEquals("declare it", json.path("hint").asString());
        assertEquals("int x;", json.path("fix").asString());
        assertEquals("main.asy: 3.1: no such variable\n", json.path("output").asString());
        assertArrayEquals(
                FakeTask.SVG, Base64.getDecoder().decode(json.path("image").asString()));
    }

    @Test
    void whatWentToStandardErrorIsApartIfThatWasAskedFor() {
        TASK.answer = List.of(
                FakeTask.output("printed\n"),
                new ServerMessage.Output(
                        OutputStreamName.STDERR, "main.asy: 3.1: wrong\n".getBytes(StandardCharsets.UTF_8)),
                new ServerMessage.Complete(false, "Execution failed with code 1", 9L, null));

        JsonNode json = json(post("/api/render?stderr=separate", SOURCE));

        assertEquals("printed\n", json.path("output").asString());
        assertEquals("main.asy: 3.1: wrong\n", json.path("stderr").asString());
    }

    @Test
    void aLimitIsA408WithItsValueAndTheMeasuredOne() {
        TASK.answer = List.of(new ServerMessage.Complete(
                false,
                "Execution aborted due to the time limit (3000ms)",
                3004L,
                Verdict.ofLimit(EndCode.TIME_LIMIT, Stage.ASYMPTOTE, 3000, 3004)));

        HttpResponse<byte[]> response = post("/api/render", SOURCE);

        assertEquals(408, response.statusCode());
        assertEquals(3000, json(response).path("limit").asInt());
        assertEquals(3004, json(response).path("measured").asInt());
    }

    @Test
    void aFullQueueIsA503ThatSaysWhenToComeBack() {
        TASK.answer = List.of(new ServerMessage.Denied("Queue full: 200 tasks queued (max: 200)", EndCode.QUEUE_FULL));

        HttpResponse<byte[]> response = post("/?f=svg", SOURCE);

        assertEquals(503, response.statusCode());
        assertEquals("QUEUE_FULL", json(response).path("code").asString());
        assertNotNull(header(response, "retry-after"));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "OK")
    void howeverATaskFailsEveryDoorSaysSoAsDescribed(EndCode code) {
        TASK.answer = List.of(
                new ServerMessage.Complete(false, "no picture", 5L, Verdict.ofLimit(code, Stage.ASYMPTOTE, 1, 2)));

        int status = post("/api/render", SOURCE).statusCode();
        assertTrue(status >= 400, code + " " + status);
        assertEquals(status, post("/?f=svg", SOURCE).statusCode());
    }

    @Test
    void theVersionOfAsymptoteIsThatOfTheBackends() {
        assertEquals("2.85", json(get("/api/versions")).path("asymptote").asString());
    }

    @Test
    void aClientThatHangsUpAbortsItsTask() throws Exception {
        TASK.answer = List.of();
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream()
                    .write("POST /api/render HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n;"
                            .getBytes(StandardCharsets.US_ASCII));
            assertNotNull(TASK.asked.poll(20, TimeUnit.SECONDS));
        }
        assertEquals("abort", TASK.aborted.poll(20, TimeUnit.SECONDS));
    }

    @Test
    void theStatisticsHaveTheFieldsThatMonitorsKnow() {
        JsonNode json = json(get("/api/queue-stats"));

        for (String field : List.of(
                "queued",
                "active",
                "maxConcurrent",
                "slotsWanted",
                "completedTasks",
                "failedTasks",
                "averageTaskTime",
                "maxQueueSize",
                "queuedByLanguage",
                "queueUtilization")) {
            assertTrue(json.path("queue").has(field), field);
        }
        for (String field : List.of(
                "containersCreated", "containersReused", "containersDeleted", "totalActiveContainers", "reuseRatio")) {
            assertTrue(json.path("pool").has(field), field);
        }
        assertTrue(json.has("timestamp"));
    }

    @Test
    void aWaitThatIsNoTimeIsRefusedInWords() {
        assertEquals(200, get("/api/queue-stats?wait=500ms").statusCode());
        HttpResponse<byte[]> refusal = get("/api/queue-stats?wait=soon");
        assertEquals(400, refusal.statusCode());
        String words = json(refusal).path("error").asString();
        assertTrue(words.startsWith("wait: 'soon'; expected"), words);
    }

    @Test
    void statisticsThatRedisDoesNotGiveAreUnavailableForNow() {
        QueueServerStore silent = new FakeQueueServerStore() {
            @Override
            public CompletionStage<FleetStats> stats() {
                return CompletableFuture.failedStage(new TimeoutException("no answer"));
            }
        };
        CompletionStage<Response> answer = new QueueStats(shards(silent), Clock.systemUTC()).now(Duration.ofSeconds(2));

        HttpError error = assertInstanceOf(
                HttpError.class,
                assertThrows(CompletionException.class, () -> answer.toCompletableFuture()
                                .join())
                        .getCause());
        assertEquals(503, error.status());
        assertEquals("UNAVAILABLE", error.code());
    }

    private static HttpResponse<byte[]> post(String path, String body, String... headers) {
        return send(request(path, headers).POST(BodyPublishers.ofString(body)));
    }

    private static HttpResponse<byte[]> get(String path, String... headers) {
        return send(request(path, headers));
    }

    private static HttpRequest.Builder request(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private static HttpResponse<byte[]> send(HttpRequest.Builder request) {
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static String header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name).orElse(null);
    }

    private static JsonNode json(HttpResponse<byte[]> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    private static Supplier<List<ShardStore>> shards(QueueServerStore store) {
        return () -> List.of(new ShardStore("the only one", Optional.of(store)));
    }
}
