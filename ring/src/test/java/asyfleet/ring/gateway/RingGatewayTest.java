package asyfleet.ring.gateway;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.claim.BackendTaskClient;
import asyfleet.backend.claim.FakeRunner;
import asyfleet.backend.claim.FakeScheduler;
import asyfleet.backend.claim.TestBackend;
import asyfleet.config.Secret;
import asyfleet.net.NetThreads;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.ServerMessage.Complete;
import asyfleet.protocol.task.ServerMessage.Output;
import asyfleet.protocol.task.ServerMessage.Result;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.connection.RedisAccess;
import asyfleet.redis.reuse.Results;
import asyfleet.ring.link.LinkLimits;
import asyfleet.ring.link.RawPeer;
import asyfleet.ring.manage.ManagerConsole;
import asyfleet.ring.parcel.TaskResult;
import asyfleet.ring.session.RingServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fleet's tasks through a ring: the test is the scheduler, the queue server and the runner. */
@Tag("slow")
class RingGatewayTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final NetThreads THREADS = NetThreads.create();

    private static final TaskResult RESULT = new TaskResult(
            List.of(new Output(OutputStreamName.STDOUT, new byte[] {'h', 'i'})),
            List.of(new Result(Format.SVG, new byte[] {1, 2, 3})),
            new Complete(true, null, 5L, Verdict.of(EndCode.OK, Stage.ASYMPTOTE)));

    private static final TaskOptions SHELL = new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0);

    private static final Executor EACH_ITS_THREAD = task -> new Thread(task, "runner").start();

    private FakeScheduler scheduler;
    private Gateway gateway;

    @BeforeEach
    void start() {
        REDIS.clear();
        scheduler = new FakeScheduler(REDIS.redis());
        gateway = Gateway.start(
                new GatewaySettings(
                        new RedisAccess(new Secret(REDIS.uri()), Duration.ZERO), "127.0.0.1", 0, Optional.empty()),
                new Gateway.Ring(
                        new RingServer.Options("127.0.0.1", 0, 10, LinkLimits.DEFAULT, Optional.empty()),
                        "group",
                        Duration.ofMinutes(1)),
                new ManagerConsole(new PrintStream(OutputStream.nullOutputStream()), false));
    }

    @AfterEach
    void stop() {
        gateway.close();
    }

    @AfterAll
    static void end() {
        THREADS.close();
        REDIS.close();
    }

    @Test
    void aWorkerCountsAsABackendWhileItWaits() throws IOException {
        try (RawPeer runner = join().say("PETO")) {
            await().until(() -> scheduler.backends() == 1);
        }

        await().until(() -> scheduler.backends() == 0);
    }

    @Test
    void aTaskIsRunByARunnerAndServedByTheGateway() throws IOException {
        try (RawPeer runner = join().say("PETO")) {
            String task = give(runner);
            try (BackendTaskClient client = connect(task)) {
                bring(runner, task);

                assertEquals(
                        List.<ServerMessage>of(
                                RESULT.outputs().get(0), RESULT.images().get(0), RESULT.complete()),
                        client.all());
            }
            await().until(() -> scheduler.finished().contains(task));
        }
    }

    @Test
    void theTaskOfALostRunnerIsToBeRunElsewhere() throws IOException {
        try (RawPeer runner = join().say("PETO")) {
            String task = give(runner);
            try (BackendTaskClient client = connect(task)) {
                runner.close();

                assertEquals(EndCode.FLEET_FAULT, client.complete().verdict().code());
            }
        }
    }

    @Test
    void aResultThatIsNoParcelIsNoResult() throws IOException {
        try (RawPeer runner = join().say("PETO")) {
            String task = give(runner);
            try (BackendTaskClient client = connect(task)) {
                bring(runner, task, new byte[] {'x'});

                assertEquals(EndCode.FLEET_FAULT, client.complete().verdict().code());
            }
        }
    }

    @Test
    void aRunnerOfAnotherProgramGetsNoTaskAndIsNoBackend() throws IOException {
        try (RawPeer foreign = join("host");
                RawPeer runner = join()) {
            foreign.say("PETO").hear("ELIRI");
            runner.say("PETO");
            await().until(() -> scheduler.backends() == 1);
            String task = give(runner);
            foreign.say("PETO").hear("ELIRI").say("FINO ANKAU").hearTheEnd();
            bring(runner, task);

            assertTrue(fetch(task).success());
        }
    }

    @Test
    void aShellIsLeftToBackendsAndDeniedWhenThereIsNone() throws IOException {
        try (RawPeer runner = join().say("PETO")) {
            String shell = scheduler.dispatch(SHELL);
            String task = give(runner);
            bring(runner, task);
            fetch(task);
            runner.say("PETO");

            await().until(() -> scheduler.denial(shell).isPresent());
            assertEquals(
                    EndCode.NO_FREE_BACKEND,
                    scheduler.denial(shell).orElseThrow().code());
            await().until(() -> scheduler.finished().contains(shell));
            assertEquals(Optional.empty(), scheduler.addressNow(shell));
        }
    }

    @Test
    void aShellRunsOnTheBackendThatIsBesideTheGateway() throws IOException {
        FakeRunner executions = new FakeRunner();
        try (RawPeer runner = join();
                TestBackend backend = TestBackend.start(REDIS.uri(), THREADS, 1, executions)) {
            runner.say("PETO");
            await().until(() -> scheduler.backends() == 2);

            executions.of(scheduler.dispatch(SHELL)).end();
        }
    }

    @Test
    void aShortenedTaskEndsInTimeAndItsRunnerIsCalledBack() throws IOException {
        try (RawPeer runner = join().say("PETO")) {
            String task = give(runner);
            try (BackendTaskClient client = connect(task)) {
                client.send(new ClientMessage.Options(null, 1, null, null, null));

                assertEquals(EndCode.TIME_LIMIT, client.complete().verdict().code());
            }
            runner.hearTheEnd();
            await().until(() -> scheduler.backends() == 0);
        }
    }

    @Test
    void aRunnerWithATaskThatSomebodyWaitsForKeepsItsConnection() throws IOException {
        try (RawPeer runner = join().say("PETO")) {
            String wanted = give(runner);
            runner.say("PETO");
            String unwanted = give(runner);
            try (BackendTaskClient waits = connect(wanted)) {
                connect(unwanted).close();
                await().until(() -> scheduler.finished().contains(unwanted));

                bring(runner, wanted);

                assertTrue(waits.complete().success());
            }
        }
    }

    @Test
    void withoutAWaitingWorkerNoTaskIsClaimed() throws IOException {
        try (RawPeer runner = join().say("PETO")) {
            String first = give(runner);
            String second = scheduler.dispatch();
            bring(runner, first);
            fetch(first);
            await().until(() -> scheduler.backends() == 0);
            assertEquals(Optional.empty(), scheduler.addressNow(second));

            runner.say("PETO");

            take(runner, second);
            bring(runner, second);
            fetch(second);
        }
    }

    @Test
    void aTaskThatWaitsWhenTheLastRunnerIsLostGoesToTheNextThatJoins() throws IOException {
        String lost;
        try (RawPeer runner = join().say("PETO")) {
            lost = give(runner);
        }
        assertEquals(EndCode.FLEET_FAULT, fetch(lost).verdict().code());
        await().until(() -> scheduler.backends() == 0);
        String again = scheduler.dispatch();

        try (RawPeer runner = join().say("PETO")) {
            take(runner, again);
            bring(runner, again);
        }
        assertTrue(fetch(again).success());
    }

    @Test
    void runnersThatDieTogetherLoseATaskOnceAtMost() throws IOException {
        List<RawPeer> runners = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            runners.add(join().say("PETO"));
        }
        await().until(() -> scheduler.backends() == 5);
        for (RawPeer runner : runners) {
            runner.close();
        }
        String first = scheduler.dispatch();
        await().until(() -> scheduler.backends() == 0);
        String second = scheduler.dispatch();
        if (scheduler.addressNow(first).isPresent()) {
            assertEquals(EndCode.FLEET_FAULT, fetch(first).verdict().code());
            first = second;
        }

        try (RawPeer runner = join().say("PETO")) {
            take(runner, first);
            bring(runner, first);
            assertTrue(fetch(first).success());
            if (!first.equals(second)) {
                take(runner.say("PETO"), second);
                bring(runner, second);
                assertTrue(fetch(second).success());
            }
        }
    }

    @Test
    void everyTaskIsRunHoweverOftenRunnersAreLostAndIsLostNoMoreOftenThanThey() throws Exception {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        AtomicInteger killed = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        List<CompletableFuture<Void>> runners = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Random luck = new Random(random.nextLong());
            runners.add(CompletableFuture.runAsync(() -> runUntil(over, luck, killed), EACH_ITS_THREAD));
        }
        int lost = 0;
        for (int i = 0; i < 30; i++) {
            while (!fetch(scheduler.dispatch()).success()) {
                lost++;
            }
        }
        over.set(true);
        gateway.close();
        CompletableFuture.allOf(runners.toArray(CompletableFuture[]::new)).join();

        assertTrue(killed.get() > 0, () -> "no runner was lost, seed " + seed);
        assertTrue(lost <= 2 * killed.get(), lost + " losses by " + killed + " runners, seed " + seed);
    }

    /** A runner that is killed now and then: while it waits, before it takes its task, or with the task. */
    private void runUntil(AtomicBoolean over, Random luck, AtomicInteger killed) {
        while (!over.get()) {
            try (RawPeer runner = join()) {
                while (luck.nextInt(10) > 0) {
                    runner.say("PETO");
                    if (luck.nextInt(10) == 0) {
                        break;
                    }
                    String task = takeAny(runner);
                    if (luck.nextInt(10) == 0) {
                        break;
                    }
                    bring(runner, task);
                }
                killed.incrementAndGet();
            } catch (IOException | AssertionError closed) {
                // The gateway has ended.
            }
        }
    }

    @Test
    void theFleetHearsOfTheProgramsOfRunnersNotOfTheGatewaysOwn() throws IOException {
        try (RawPeer runner = join().say("PETO")) {
            String task = give(runner);
            Results results = new Results(REDIS.redis(), Duration.ofMinutes(1), 1000);
            assertFalse(FakeScheduler.await(results.store("before", Map.of("image", new byte[1]))));

            bring(runner, task, RESULT.by("2.85-0123456789abcdef").encode());
            fetch(task);

            await().until(() -> FakeScheduler.await(results.store("after", Map.of("image", new byte[1]))));
            assertTrue(
                    REDIS.keys().stream().anyMatch(key -> key.startsWith("result:2.85-0123456789abcdef")),
                    () -> "" + REDIS.keys());
        }
    }

    @Test
    void aGatewayWithoutRunnersIsReady() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.tasksPort() + "/readyz"))
                .build();
        HttpClient client = HttpClient.newHttpClient();

        assertEquals(
                200, client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode());
    }

    /** As its queue server does. */
    private BackendTaskClient connect(String task) {
        return BackendTaskClient.connect(THREADS, scheduler.address(task));
    }

    private Complete fetch(String task) {
        try (BackendTaskClient client = connect(task)) {
            return client.complete();
        }
    }

    private RawPeer join() throws IOException {
        return join("host-asyfleet");
    }

    private RawPeer join(String name) throws IOException {
        return RawPeer.connect(gateway.port())
                .say("SALUTON; MI " + name + "\n")
                .hear("VERSIO 1.3")
                .say("KOMPRENAS")
                .hear("ALIGI group")
                .say("JES");
    }

    /** A task for a runner that waits. */
    private String give(RawPeer runner) throws IOException {
        String task = scheduler.dispatch();
        take(runner, task);
        return task;
    }

    private static void take(RawPeer runner, String task) throws IOException {
        String word = runner.hearBytes(6);
        // Soon, if it has another job, and a loaded machine may take longer to find it one.
        while (word.equals("ATENDI")) {
            word = runner.say("PETO").hearBytes(6);
        }
        assertEquals("LABORO", word);
        runner.hear(" " + task + " .task ");
        int size = Integer.parseInt(runner.hearRest());
        String contents = runner.say("PRETA").hearBytes(size);
        assertTrue(contents.endsWith("draw(unitcircle);"), contents);
    }

    private static String takeAny(RawPeer runner) throws IOException {
        runner.hear("LABORO ");
        StringBuilder line = new StringBuilder();
        while (!line.toString().matches("\\d+ \\.task \\d{10}")) {
            String next = runner.hearBytes(1);
            assertFalse(next.isEmpty(), "the connection was closed");
            line.append(next);
        }
        String[] fields = line.toString().split(" ");
        runner.say("PRETA").hearBytes(Integer.parseInt(fields[2]));
        return fields[0];
    }

    private static void bring(RawPeer runner, String task) throws IOException {
        bring(runner, task, RESULT.encode());
    }

    private static void bring(RawPeer runner, String task, byte[] output) throws IOException {
        runner.say("REZULTO " + task + " success " + output.length + "\n").hear("PRETA");
        runner.say(output).hear("RICEVIS");
    }
}
