package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.claim.FakeRunner.FakeRun;
import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketRefused;
import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.AbandonTasks;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A task's way through a slot, on a real Redis and over real sockets; only the executions are the test's own. */
@Tag("slow")
class FleetTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final NetThreads THREADS = NetThreads.create(2);

    private final FakeRunner runner = new FakeRunner();
    private FakeScheduler scheduler;
    private TestBackend backend;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        scheduler = new FakeScheduler(REDIS.redis());
        backend = TestBackend.start(REDIS.uri(), THREADS, 2, runner);
    }

    @AfterEach
    void stopBackend() {
        runner.started().forEach(id -> runner.of(id).abort());
        backend.close();
    }

    @AfterAll
    static void stop() {
        THREADS.close();
        REDIS.close();
    }

    @Test
    void aDispatchedTaskIsExecutedAndServedToItsClient() {
        String id = scheduler.dispatch();
        try (BackendTaskClient client = connect(id)) {
            FakeRun run = runner.of(id);
            run.say("hello");
            run.end();

            assertEquals(List.of(FakeRunner.output("hello"), FakeRunner.SUCCESS), client.all());
            assertEquals(CloseReason.NORMAL, client.closeReason().code());
        }
        Awaitility.await().until(() -> scheduler.finished().contains(id));
    }

    @Test
    void theExecutionGetsTheFilesOptionsAndDurationOfItsTask() {
        TaskOptions options = new TaskOptions(false, 10_000, Format.PDF, StderrMode.SEPARATE, 2);
        FakeRun run = runner.of(scheduler.dispatch(options));

        assertEquals(options, run.task.task().options());
        assertArrayEquals(FakeScheduler.FILES.get("main.asy"), run.task.files().get("main.asy"));
        assertEquals(Optional.of(FakeScheduler.DURATION), run.task.duration());
    }

    @Test
    void theFilesAreGoneFromRedisOnceTheSlotHasThem() {
        String id = scheduler.dispatch();
        runner.of(id);

        Awaitility.await().until(() -> !REDIS.keys().contains("task:" + id + ":files"));
    }

    @Test
    void theExecutionDoesNotWaitForItsClient() {
        String id = scheduler.dispatch();
        runner.of(id).say("early");
        runner.of(id).end();
        Awaitility.await().until(() -> scheduler.finished().contains(id));

        try (BackendTaskClient client = connect(id)) {
            assertEquals(List.of(FakeRunner.output("early"), FakeRunner.SUCCESS), client.all());
        }
    }

    @Test
    void anAddressServesOneConnectionAndForgetsItself() {
        String id = scheduler.dispatch();
        try (BackendTaskClient first = connect(id)) {
            URI address = scheduler.address(id);

            Throwable refused = assertThrows(
                    CompletionException.class,
                    () -> FakeScheduler.await(BackendTaskClient.tryConnect(THREADS, address)));
            assertEquals(
                    404,
                    assertInstanceOf(WebSocketRefused.class, refused.getCause()).status());
        }
    }

    @Test
    void aGuessedAddressIsNotServed() {
        URI address = scheduler.address(scheduler.dispatch());
        String path = address.getPath();
        URI guess = address.resolve(path.substring(0, path.length() - 1) + (path.endsWith("A") ? "B" : "A"));

        assertThrows(
                CompletionException.class, () -> FakeScheduler.await(BackendTaskClient.tryConnect(THREADS, guess)));
        assertEquals(22, path.length() - "/task/".length());
    }

    @Test
    void aClientThatLeavesAbortsItsTaskAndFreesTheSlot() {
        String id = scheduler.dispatch();
        BackendTaskClient client = connect(id);
        FakeRun run = runner.of(id);

        client.close();

        Awaitility.await().until(run::isAborted);
        Awaitility.await().until(() -> scheduler.finished().contains(id));
    }

    @Test
    void aClientMayShortenTheTimeOfItsTask() {
        String id = scheduler.dispatch();
        try (BackendTaskClient client = connect(id)) {
            client.send(ClientMessage.Options.timeout(1500));

            Awaitility.await().until(() -> runner.of(id).limits.equals(List.of(Duration.ofMillis(1500))));
        }
    }

    @Test
    void inputReachesAnInteractiveTask() {
        String id = scheduler.dispatch(new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0));
        try (BackendTaskClient client = connect(id)) {
            client.send(new ClientMessage.Input("draw(unitcircle);\n".getBytes(StandardCharsets.UTF_8)));

            Awaitility.await().until(() -> runner.of(id).inputs.equals(List.of("draw(unitcircle);\n")));
        }
    }

    @Test
    void aMessageThatDoesNotFitEndsTheTaskAndIsNamed() {
        String id = scheduler.dispatch();
        try (BackendTaskClient client = connect(id)) {
            client.send(new ClientMessage.Run());

            assertEquals(
                    "\"run\" out of turn; expected input, if interactive, or options {\"timeout\": ms}",
                    client.complete().error());
            assertEquals(EndCode.BAD_REQUEST, client.complete().verdict().code());
            assertEquals(CloseReason.NORMAL, client.closeReason().code());
        }
        Awaitility.await().until(runner.of(id)::isAborted);
        Awaitility.await().until(() -> scheduler.finished().contains(id));
    }

    @Test
    void aFrameThatIsNoMessageEndsTheTaskAndIsNamed() {
        String id = scheduler.dispatch();
        try (BackendTaskClient client = connect(id)) {
            client.sendText("jump {}");

            assertTrue(
                    client.complete().error().contains("jump"),
                    client.complete().error());
        }
        Awaitility.await().until(runner.of(id)::isAborted);
    }

    @Test
    void theProcessIsReadyOnceItsSlotsAreRegistered() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(backend.uri("/readyz")).build();

        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

        assertEquals(200, answer.statusCode());
        assertTrue(answer.body().contains("\"registered\":\"ok\""), answer.body());
    }

    @Test
    void anOperatorSeesSlotsClaimsAndEnds() throws Exception {
        String id = scheduler.dispatch();
        runner.of(id);
        assertMetrics("asyfleet_backend_slots 2.0", "asyfleet_backend_busy_slots 1.0");

        runner.of(id).end();

        assertMetrics(
                "asyfleet_backend_busy_slots 0.0",
                "asyfleet_backend_claims_total{outcome=\"won\"} 1.0",
                "asyfleet_backend_executions_total{code=\"OK\"} 1.0",
                "asyfleet_backend_finish_seconds_count 1");
    }

    private void assertMetrics(String... lines) {
        HttpRequest request = HttpRequest.newBuilder(backend.uri("/metrics")).build();
        Awaitility.await().untilAsserted(() -> {
            String body = HttpClient.newHttpClient()
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .body();
            for (String line : lines) {
                assertTrue(body.contains("\n" + line + "\n"), line + " not in\n" + body);
            }
        });
    }

    @Test
    void noMoreTasksAreReadThanSlotsAreFree() {
        List<String> first = List.of(scheduler.dispatch(), scheduler.dispatch());
        first.forEach(runner::of);
        String third = scheduler.dispatch();
        assertFalse(runner.started().contains(third));

        runner.of(first.get(0)).end();

        runner.of(third);
        assertEquals(3, runner.started().size());
    }

    @Test
    void aTaskWhoseClientLeftBeforeTheClaimIsNotRun() {
        List<String> running = List.of(scheduler.dispatch(), scheduler.dispatch());
        running.forEach(runner::of);
        String abandoned = scheduler.dispatch();
        FakeScheduler.await(new AbandonTasks(REDIS.redis()).run(List.of(abandoned)));
        String next = scheduler.dispatch();

        runner.of(running.get(0)).end();

        runner.of(next);
        assertFalse(runner.started().contains(abandoned));
    }

    private BackendTaskClient connect(String id) {
        return BackendTaskClient.connect(THREADS, scheduler.address(id));
    }
}
