package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import asyfleet.backend.claim.FakeRunner.FakeRun;
import asyfleet.net.NetThreads;
import asyfleet.net.WebSocketRefused;
import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.EndCode;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.AbandonTasks;
import asyfleet.redis.RedisFixture;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A task's way through a slot, on a real Redis and over real sockets; only the executions are the test's own. */
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
        try (TaskClient client = connect(id)) {
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

        try (TaskClient client = connect(id)) {
            assertEquals(List.of(FakeRunner.output("early"), FakeRunner.SUCCESS), client.all());
        }
    }

    @Test
    void anAddressServesOneConnectionAndForgetsItself() {
        String id = scheduler.dispatch();
        try (TaskClient first = connect(id)) {
            URI address = scheduler.address(id);

            Throwable refused = assertThrows(
                    CompletionException.class, () -> FakeScheduler.await(TaskClient.tryConnect(THREADS, address)));
            assertEquals(
                    404,
                    assertInstanceOf(WebSocketRefused.class, refused.getCause()).status());
        }
    }

    @Test
    void aGuessedAddressIsNotServed() {
        URI address = scheduler.address(scheduler.dispatch());
        String text = address.toString();
        URI guess = URI.create(text.substring(0, text.length() - 1) + (text.endsWith("A") ? "B" : "A"));

        assertThrows(CompletionException.class, () -> FakeScheduler.await(TaskClient.tryConnect(THREADS, guess)));
        assertEquals(22, address.getPath().length() - "/task/".length());
    }

    @Test
    void aClientThatLeavesAbortsItsTaskAndFreesTheSlot() {
        String id = scheduler.dispatch();
        TaskClient client = connect(id);
        FakeRun run = runner.of(id);

        client.close();

        Awaitility.await().until(run::isAborted);
        Awaitility.await().until(() -> scheduler.finished().contains(id));
    }

    @Test
    void aClientMayShortenTheTimeOfItsTask() {
        String id = scheduler.dispatch();
        try (TaskClient client = connect(id)) {
            client.send(ClientMessage.Options.timeout(1500));

            Awaitility.await().until(() -> runner.of(id).limits.equals(List.of(Duration.ofMillis(1500))));
        }
    }

    @Test
    void inputReachesAnInteractiveTask() {
        String id = scheduler.dispatch(new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0));
        try (TaskClient client = connect(id)) {
            client.send(new ClientMessage.Input("draw(unitcircle);\n".getBytes(StandardCharsets.UTF_8)));

            Awaitility.await().until(() -> runner.of(id).inputs.equals(List.of("draw(unitcircle);\n")));
        }
    }

    @Test
    void aMessageThatDoesNotFitEndsTheTaskAndIsNamed() {
        String id = scheduler.dispatch();
        try (TaskClient client = connect(id)) {
            client.send(new ClientMessage.Run());

            assertEquals(
                    "run of a running task: expected options or input",
                    client.complete().error());
            assertEquals(EndCode.BAD_REQUEST, client.complete().verdict().code());
            assertEquals(CloseReason.NORMAL, client.closeReason().code());
        }
        Awaitility.await().until(runner.of(id)::isAborted);
        Awaitility.await().until(() -> scheduler.finished().contains(id));
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

    private TaskClient connect(String id) {
        return TaskClient.connect(THREADS, scheduler.address(id));
    }
}
