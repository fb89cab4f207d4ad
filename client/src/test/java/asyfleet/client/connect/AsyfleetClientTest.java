package asyfleet.client.connect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.websocket.CloseReason;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.testing.FakeServer;
import asyfleet.testing.Relay;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("slow")
class AsyfleetClientTest {

    private static final TaskSources CIRCLE = TaskSources.of("draw(unitcircle);");
    private static final ServerMessage DONE = new ServerMessage.Complete(true, null, 7L, null);

    private static AsyfleetClient client(URI server) {
        return AsyfleetClient.connect(ClientSettings.of(server));
    }

    private static TaskOutcome end(SentTask task) {
        return task.outcome().toCompletableFuture().join();
    }

    @Test
    void aTaskGoesOutAndItsImageComesBack() {
        try (FakeServer server = FakeServer.answering(new ServerMessage.Result(Format.SVG, new byte[9]), DONE);
                AsyfleetClient client = client(server.uri())) {
            TaskOutcome outcome = end(client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT));

            TaskOutcome.Rendered rendered = assertInstanceOf(TaskOutcome.Rendered.class, outcome);
            assertEquals(9, rendered.images().get(0).contents().length);
            assertEquals(2, server.heard.size());
        }
    }

    @Test
    void aConnectionThatTheServerKeepsHasOneTaskAfterTheOther() {
        try (FakeServer server = FakeServer.answering(DONE);
                AsyfleetClient client = client(server.keptUri())) {
            for (int i = 0; i < 5; i++) {
                assertInstanceOf(
                        TaskOutcome.Rendered.class,
                        end(client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT)));
            }
            assertEquals(1, server.opened.get());
            assertEquals(10, server.heard.size());
        }
    }

    @Test
    void aServerThatKeepsNoConnectionsGetsOneForEachTask() {
        try (FakeServer server = FakeServer.answering(DONE);
                AsyfleetClient client = client(server.uri())) {
            for (int i = 0; i < 3; i++) {
                assertInstanceOf(
                        TaskOutcome.Rendered.class,
                        end(client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT)));
            }
            assertEquals(3, server.opened.get());
        }
    }

    @Test
    void aTaskWhoseKeptConnectionEndsBeforeTheServerHasSaidAWordIsSentAgain() {
        AtomicInteger runs = new AtomicInteger();
        try (FakeServer server = FakeServer.following((message, connection) -> {
                    if (message instanceof ClientMessage.Run && runs.incrementAndGet() == 2) {
                        connection.close(CloseReason.NORMAL, "no task for a while");
                    } else if (message instanceof ClientMessage.Run) {
                        connection.say(DONE);
                    }
                });
                AsyfleetClient client = client(server.keptUri())) {
            for (int i = 0; i < 3; i++) {
                assertInstanceOf(
                        TaskOutcome.Rendered.class,
                        end(client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT)));
            }
            assertEquals(2, server.opened.get());
        }
    }

    @Test
    void aConnectionWhoseTaskWasToldMoreIsNotUsedAgain() {
        try (FakeServer server = FakeServer.following((message, connection) -> {
                    if (message instanceof ClientMessage.Options) {
                        connection.say(DONE);
                    }
                });
                AsyfleetClient client = client(server.keptUri())) {
            for (int i = 0; i < 2; i++) {
                SentTask task = client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT);
                Awaitility.await().until(() -> server.heard.contains(new ClientMessage.Run()));
                task.shorten(Duration.ofSeconds(1));
                assertInstanceOf(TaskOutcome.Rendered.class, end(task));
                server.heard.clear();
            }
            assertEquals(2, server.opened.get());
        }
    }

    @Test
    void cancellingHangsUp() {
        try (FakeServer server = FakeServer.answering(new ServerMessage.Queue(true, null));
                AsyfleetClient client = client(server.uri())) {
            CompletableFuture<Void> started = new CompletableFuture<>();
            SentTask task = client.start(CIRCLE, TaskOptions.DEFAULT, new TaskObserver() {
                @Override
                public void started() {
                    started.complete(null);
                }
            });
            started.join();
            task.cancel();

            assertEquals(new TaskOutcome.Cancelled(), end(task));
            server.left.join();
        }
    }

    @Test
    void closingTheClientCancelsWhatRuns() {
        try (FakeServer server = FakeServer.answering()) {
            SentTask task;
            try (AsyfleetClient client = client(server.uri())) {
                task = client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT);
            }
            assertEquals(new TaskOutcome.Cancelled(), end(task));
        }
    }

    @Test
    void whyTheServerClosedIsTold() {
        try (FakeServer server = FakeServer.following((message, connection) ->
                        connection.close(CloseReason.GOING_AWAY, "this server restarts; connect again"));
                AsyfleetClient client = client(server.uri())) {
            TaskOutcome.Lost lost = assertInstanceOf(
                    TaskOutcome.Lost.class, end(client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT)));

            assertEquals(
                    "the server closed the connection with code 1001: this server restarts; connect again",
                    lost.reason());
        }
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        URI gone;
        try (FakeServer server = FakeServer.answering()) {
            gone = server.uri();
        }
        try (AsyfleetClient client = client(gone)) {
            TaskOutcome.Unreachable lost = assertInstanceOf(
                    TaskOutcome.Unreachable.class, end(client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT)));

            assertTrue(
                    lost.reason().startsWith("no server answers at ws://127.0.0.1:" + gone.getPort()), lost.reason());
        }
    }

    @Test
    void aServerThatHangsUpOnceIsTriedAgain() throws IOException {
        try (FakeServer server = FakeServer.answering(DONE);
                Relay way = Relay.hangingUpOnce(server.uri().getPort());
                AsyfleetClient client = client(URI.create("ws://127.0.0.1:" + way.port() + "/asy"))) {
            assertInstanceOf(
                    TaskOutcome.Rendered.class, end(client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT)));
        }
    }

    @Test
    void aLostBackendMeansAnotherWait() {
        try (FakeServer server = FakeServer.answering(
                        new ServerMessage.Queue(true, null),
                        ServerMessage.Queue.lost(true),
                        ServerMessage.Queue.lost(false),
                        DONE);
                AsyfleetClient client = client(server.uri())) {
            List<String> heard = new CopyOnWriteArrayList<>();
            end(client.start(CIRCLE, TaskOptions.DEFAULT, new TaskObserver() {
                @Override
                public void waiting(Optional<Duration> estimate) {
                    heard.add("waiting");
                }

                @Override
                public void started() {
                    heard.add("started");
                }
            }));

            assertEquals(List.of("started", "waiting", "started"), heard);
        }
    }

    @Test
    void aRefusalIsToldWithItsStatus() {
        try (FakeServer server = FakeServer.answering();
                AsyfleetClient client = client(server.uri().resolve("/elsewhere"))) {
            TaskOutcome.Lost lost = assertInstanceOf(
                    TaskOutcome.Lost.class, end(client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT)));

            assertTrue(lost.reason().contains("refused with status 404"), lost.reason());
        }
    }

    @Test
    void aShellIsFed() {
        try (FakeServer server = FakeServer.following((message, connection) -> {
                    if (message instanceof ClientMessage.Run) {
                        connection.say(new ServerMessage.Queue(true, null));
                    } else if (message instanceof ClientMessage.Input input) {
                        connection.say(new ServerMessage.Output(OutputStreamName.STDOUT, input.contents()));
                        connection.say(DONE);
                    }
                });
                AsyfleetClient client = client(server.uri())) {
            TaskOptions shell = new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0);
            CompletableFuture<SentTask> task = new CompletableFuture<>();
            ByteArrayOutputStream echoed = new ByteArrayOutputStream();
            task.complete(client.start(TaskSources.NONE, shell, new TaskObserver() {
                @Override
                public void started() {
                    task.thenAccept(running -> running.input("1+1;".getBytes(StandardCharsets.UTF_8)));
                }

                @Override
                public void output(OutputStreamName stream, byte[] contents) {
                    echoed.writeBytes(contents);
                }
            }));

            assertInstanceOf(TaskOutcome.Rendered.class, end(task.join()));
            assertEquals("1+1;", echoed.toString(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aRunningTaskIsGivenLessTime() {
        try (FakeServer server = FakeServer.following((message, connection) -> {
                    if (message instanceof ClientMessage.Run) {
                        connection.say(new ServerMessage.Queue(true, null));
                    } else if (message instanceof ClientMessage.Options) {
                        connection.say(DONE);
                    }
                });
                AsyfleetClient client = client(server.uri())) {
            CompletableFuture<SentTask> task = new CompletableFuture<>();
            task.complete(client.start(CIRCLE, TaskOptions.DEFAULT, new TaskObserver() {
                @Override
                public void started() {
                    task.thenAccept(running -> running.shorten(Duration.ofSeconds(3)));
                }
            }));

            assertInstanceOf(TaskOutcome.Rendered.class, end(task.join()));
            assertTrue(server.heard.contains(ClientMessage.Options.timeout(3000)));
        }
    }

    @Test
    void aListenerThatBlocksLosesNothing() throws InterruptedException {
        int pieces = 2000;
        ServerMessage[] answers = new ServerMessage[pieces + 1];
        for (int i = 0; i < pieces; i++) {
            answers[i] = new ServerMessage.Output(OutputStreamName.STDOUT, new byte[1000]);
        }
        answers[pieces] = DONE;
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        try (FakeServer server = FakeServer.answering(answers);
                AsyfleetClient client = client(server.uri())) {
            SentTask task = client.start(CIRCLE, TaskOptions.DEFAULT, new TaskObserver() {
                @Override
                public void output(OutputStreamName stream, byte[] contents) {
                    first.countDown();
                    await(goOn);
                    received.writeBytes(contents);
                }
            });
            assertTrue(first.await(30, TimeUnit.SECONDS));
            goOn.countDown();

            assertInstanceOf(TaskOutcome.Rendered.class, end(task));
            assertEquals(pieces * 1000, received.size());
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void moreTasksThanAllowedAreRefused() {
        try (FakeServer server = FakeServer.answering();
                AsyfleetClient client =
                        AsyfleetClient.connect(ClientSettings.of(server.uri()).withMaxTasks(1))) {
            client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT);

            assertThrows(
                    IllegalStateException.class, () -> client.start(CIRCLE, TaskOptions.DEFAULT, TaskObserver.SILENT));
        }
    }
}
