package asyfleet.client.render;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.client.command.FleetHttp;
import asyfleet.client.command.OpenBatches;
import asyfleet.client.command.UserStreams;
import asyfleet.client.connect.ClientSettings;
import asyfleet.client.connect.ServerAddress;
import asyfleet.client.connect.TaskOutcome;
import asyfleet.client.render.plan.Figure;
import asyfleet.client.render.plan.ImageFiles;
import asyfleet.client.render.plan.RenderPlan;
import asyfleet.client.render.report.LineReport;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.retry.Backoff;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Many figures are one batch; what the server says is the test's. */
@Timeout(300)
@Tag("slow")
class RenderBatchTest {

    private static final String ID = "0".repeat(32);
    private static final int FIGURES = 6;
    private static final Backoff SOON = new Backoff(Duration.ofMillis(1), Duration.ofMillis(1));

    /** At the end of events: nothing follows, and the connection stays open. */
    private static final String SILENT = "silent";

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();

    /** The answers to requests for events, in turn. */
    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    /** How many requests for images are answered as by a server that is just being started. */
    private final AtomicInteger busyAnswers = new AtomicInteger();

    /** The server refuses batches of more figures. */
    private int mostFigures = FIGURES;

    /** No batch is answered before this is done. */
    private volatile CompletableFuture<Void> mayAnswer = CompletableFuture.completedFuture(null);

    private HttpServer server;
    private int status = 202;
    private volatile JsonNode posted;

    @BeforeEach
    void start() throws IOException {
        for (int i = 1; i <= FIGURES; i++) {
            Files.writeString(directory.resolve("f" + i + ".asy"), "import style; dot((" + i + ",0));");
        }
        Files.writeString(directory.resolve("style.asy"), "size(3cm);");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        mayAnswer.complete(null);
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String what = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        asked.add(what);
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (what.equals("POST /api/batch")) {
            posted = JsonMapper.shared().readTree(body);
            mayAnswer.join();
            send(exchange, posted.path("figures").size() > mostFigures ? 413 : status, "{\"id\": \"" + ID + "\"}");
        } else if (what.startsWith("GET /api/batch/" + ID + "/events?after=")) {
            send(exchange, 200, events.remove());
        } else if (what.startsWith("GET /api/batch/" + ID + "/images/")) {
            boolean starting = busyAnswers.getAndDecrement() > 0;
            send(exchange, starting ? 503 : 200, "<svg>" + what.replaceFirst(".*/", "") + "</svg>");
        } else {
            send(exchange, 404, "{}");
        }
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        boolean silent = text.endsWith(SILENT);
        byte[] body = text.replace(SILENT, "").getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, silent ? 0 : body.length);
        exchange.getResponseBody().write(body);
        if (silent) {
            exchange.getResponseBody().flush();
        } else {
            exchange.close();
        }
    }

    @Test
    void manyFiguresAreSentOnceAndWrittenAsTheyEndThoughTheConnectionBreaks() throws IOException {
        events.add("\n" + figure(1, 2) + figure(2, 1)); // and then the connection ends
        events.add(figure(3, 3).substring(0, 20)); // and within a line, as some proxies have it
        events.add(figure(3, 3) + figure(4, 4) + figure(5, 6) + failure(6, 5) + complete(7));

        assertEquals(1, render());

        assertEquals(FIGURES, posted.path("figures").size());
        assertEquals("size(3cm);", posted.path("files").path("style.asy").asString(), "what all have is sent once");
        assertFalse(posted.toString().contains(directory.getFileName().toString()), "paths are nobody's business");
        assertEquals("<svg>2.1</svg>", Files.readString(directory.resolve("f2.svg")));
        assertFalse(Files.exists(directory.resolve("f5.svg")));
        assertTrue(said().contains(directory.resolve("f5.asy") + ":1:3: error: no (did you mean yes?)"), said());
        assertTrue(said().contains("5 rendered, 1 failed"), said());
        assertTrue(asked.contains("GET /api/batch/" + ID + "/events?after=2"), asked.toString());
        assertFalse(asked.contains("DELETE /api/batch/" + ID), asked.toString());
    }

    @Test
    void aServerThatKnowsNoBatchesIsAskedForEachFigureAlone() {
        status = 404;

        assertEquals(3, render());
        assertEquals(1, asked.stream().filter("POST /api/batch"::equals).count());
        assertTrue(asked.stream().filter("GET /asy"::equals).count() >= 1, asked.toString());
    }

    @Test
    void aFigureWithoutRoomInTheBatchIsSentAlone() throws IOException {
        String full = failure(6, 5).replace("EXIT_CODE", "OUTPUT_LIMIT").replace("asymptote", "fleet");
        events.add(figure(1, 1) + figure(2, 2) + figure(3, 3) + figure(4, 4) + figure(5, 6) + full + complete(7));

        render();

        assertTrue(asked.contains("GET /asy"), asked.toString());
        assertTrue(Files.exists(directory.resolve("f6.svg")));
        assertFalse(said().contains("f5.asy:1:3: error"), said());
    }

    @Test
    void anImageIsAskedForAgainWhileTheServerIsBeingStarted() throws IOException {
        busyAnswers.set(2);
        events.add(
                figure(1, 1) + figure(2, 2) + figure(3, 3) + figure(4, 4) + figure(5, 5) + figure(6, 6) + complete(7));

        assertEquals(0, render());
        assertEquals("<svg>1.1</svg>", Files.readString(directory.resolve("f1.svg")));
    }

    @Test
    void aServerThatDoesNotAnswerAnyMoreIsCalledSo() throws Exception {
        List<BatchSender.SentFigure> figures = figures();
        FleetHttp http = http();
        events.add(figure(1, 1)); // and no answer after that

        new SentBatch(http, new OpenBatches(), figures, SOON, SentBatch.SILENCE).run();

        List<TaskOutcome> outcomes = figures.stream()
                .skip(1)
                .map(figure -> figure.rendering().outcome())
                .toList();
        TaskOutcome lost = new TaskOutcome.Lost("the server does not answer any more; the batch may go on there");
        assertEquals(Collections.nCopies(FIGURES - 1, lost), outcomes);
    }

    @Test
    void aServerThatFallsSilentIsAskedAgain() throws Exception {
        List<BatchSender.SentFigure> figures = figures();
        events.add(figure(1, 1) + SILENT); // as after a machine that lost its power
        events.add(figure(2, 2) + figure(3, 3) + figure(4, 4) + figure(5, 5) + figure(6, 6) + complete(7));

        new SentBatch(http(), new OpenBatches(), figures, SOON, Duration.ofMillis(200)).run();

        assertTrue(asked.contains("GET /api/batch/" + ID + "/events?after=1"), asked.toString());
    }

    private List<BatchSender.SentFigure> figures() throws IOException {
        List<BatchSender.SentFigure> figures = new ArrayList<>();
        for (Figure figure : RenderPlan.of(
                        List.of(directory.toString()), "", List.of(Format.SVG), InputStream.nullInputStream())
                .figures()) {
            FigureRendering rendering = new FigureRendering(figure, figure.gather(List.of()), null);
            figures.add(new BatchSender.SentFigure(rendering, TaskOptions.DEFAULT, ended -> {}));
        }
        return figures;
    }

    private FleetHttp http() {
        UserStreams streams = UserStreams.pipes(InputStream.nullInputStream(), print(out), print(err));
        return FleetHttp.of(ClientSettings.of(ServerAddress.parse(address(), "/asy")), streams);
    }

    private String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Test
    void whoLeavesABatchAbortsIt() throws Exception {
        OpenBatches open = new OpenBatches();
        Thread command = new Thread(() -> render(open));
        command.start();
        while (!asked.take().contains("/events")) {}

        open.abort();
        while (!asked.take().equals("DELETE /api/batch/" + ID)) {}
        command.interrupt();
        command.join();
    }

    @Test
    void aBatchThatIsJustBeingSentIsAbortedToo() throws Exception {
        mayAnswer = new CompletableFuture<>();
        OpenBatches open = new OpenBatches();
        Thread command = new Thread(() -> render(open));
        command.start();
        while (!asked.take().equals("POST /api/batch")) {}

        CompletableFuture<Void> aborted = CompletableFuture.runAsync(open::abort);
        await().until(open::areAborting);
        mayAnswer.complete(null);
        aborted.join();

        assertTrue(asked.contains("DELETE /api/batch/" + ID), asked.toString());
        assertEquals(Optional.empty(), open.open(http()), "no other one is sent after that");
        command.interrupt();
        command.join();
        assertFalse(said().contains("error"), said());
    }

    @Test
    void aBatchThatIsTooLargeForTheServerIsSentInParts() throws IOException {
        mostFigures = FIGURES / 2;
        events.add(figure(1, 1) + figure(2, 2) + figure(3, 3) + complete(4));
        events.add(figure(1, 1) + figure(2, 2) + figure(3, 3) + complete(4));

        assertEquals(0, render());

        assertEquals("<svg>3.1</svg>", Files.readString(directory.resolve("f6.svg")));
        assertEquals(3, asked.stream().filter("POST /api/batch"::equals).count());
    }

    @Test
    void figuresForWhichThereWasNoRoomAreAWholeBatchAgain() throws Exception {
        for (int i = FIGURES + 1; i <= 25; i++) {
            Files.writeString(directory.resolve("f" + i + ".asy"), "");
        }
        RenderPlan plan =
                RenderPlan.of(List.of(directory.toString()), "", List.of(Format.SVG), InputStream.nullInputStream());
        List<Integer> batches = new ArrayList<>();
        List<Runnable> ends = new ArrayList<>();
        FigureSender sender = new FigureSender() {
            @Override
            public void send(FigureRendering rendering, TaskOptions options, Consumer<FigureRendering> ended) {
                ends.add(() -> {
                    rendering.ended(new TaskOutcome.Rendered(List.of(), Optional.empty()));
                    ended.accept(rendering);
                });
            }

            @Override
            public void flush() {
                if (!ends.isEmpty()) {
                    batches.add(ends.size());
                }
                ends.forEach(Runnable::run);
                ends.clear();
            }
        };
        UserStreams streams = UserStreams.pipes(InputStream.nullInputStream(), print(out), print(err));
        RenderRun run = new RenderRun(
                sender,
                new RenderRun.Settings(TaskOptions.DEFAULT, 1, 1, List.of(), false, "").together(10, 5),
                new ImageFiles(plan, print(out)),
                new LineReport(streams, true));

        run.begin(plan.figures());
        while (!run.isDone()) {
            run.step();
        }

        assertEquals(List.of(10, 5, 5, 5), batches);
    }

    @Test
    void whoSaysHowManyAtATimeGetsNoBatch() {
        render("-j", "2");

        assertFalse(asked.contains("POST /api/batch"), asked.toString());
    }

    private static String figure(int id, int number) {
        return "{\"id\":" + id + ",\"event\":\"figure\",\"number\":" + number
                + ",\"state\":\"succeeded\",\"totalMs\":7,\"output\":\"\",\"images\":[{\"format\":\"svg\",\"link\":"
                + "\"/api/batch/" + ID + "/images/" + number + ".1\"}]}\n";
    }

    private static String failure(int id, int number) {
        return "{\"id\":" + id + ",\"event\":\"figure\",\"number\":" + number
                + ",\"state\":\"failed\",\"totalMs\":7,\"output\":\"\",\"images\":[],\"code\":\"EXIT_CODE\","
                + "\"error\":\"failed\",\"stage\":\"asymptote\",\"file\":\"f5.asy\",\"line\":1,\"column\":3,"
                + "\"summary\":\"no\",\"hint\":\"did you mean yes?\"}\n";
    }

    private static String complete(int id) {
        return "{\"id\":" + id + ",\"event\":\"complete\",\"state\":\"complete\"}\n";
    }

    private int render(String... more) {
        return render(new OpenBatches(), more);
    }

    private int render(OpenBatches open, String... more) {
        List<String> all = new ArrayList<>(List.of("--server", address(), directory.toString()));
        all.addAll(List.of(more));
        UserStreams streams = UserStreams.pipes(InputStream.nullInputStream(), print(out), print(err));
        return new CommandLine(new RenderCommand(streams, open))
                .setErr(new PrintWriter(print(err)))
                .execute(all.toArray(String[]::new));
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
