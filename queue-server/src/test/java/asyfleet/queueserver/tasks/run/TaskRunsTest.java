package asyfleet.queueserver.tasks.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.NetThreads;
import asyfleet.net.http.Request;
import asyfleet.protocol.task.Absence;
import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.access.Caller;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.EventLoopOwner;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskEntry;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TaskTerms;
import asyfleet.queueserver.task.TestTerms;
import asyfleet.queueserver.tasks.stored.StoredRequest;
import asyfleet.queueserver.tasks.stored.TaskJson;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.apitask.ApiTask;
import asyfleet.redis.apitask.ApiTaskOwner;
import asyfleet.redis.apitask.ApiTasks;
import asyfleet.redis.queueserver.ServerLease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The tasks of one queue server on a real Redis; the fleet behind it is the test's, and so are the servers that die. */
@Tag("slow")
class TaskRunsTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final NetThreads THREADS = NetThreads.create(1);
    private static final ScheduledExecutorService THREAD = Executors.newSingleThreadScheduledExecutor();
    private static final Duration LIFE = Duration.ofMinutes(1);
    private static final TaskRequest REQUEST =
            new TaskRequest(Map.of("main.asy", bytes("draw(unitcircle);")), "main.asy", TaskOptions.DEFAULT, 1);

    /** Servers that an earlier look found without a lease. */
    private static final Set<String> DEAD = Set.of("dead");

    private final ApiTasks tasks = new ApiTasks(REDIS.redis(), new ApiTasks.Lives(LIFE, LIFE));
    private final BlockingQueue<Run> runs = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> aborted = new LinkedBlockingQueue<>();
    private final BlockingQueue<Caller> callers = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> endedAtDoor = new LinkedBlockingQueue<>();

    private record Run(TaskRequest request, TaskListener listener, Owner owner) {

        void say(ServerMessage... messages) {
            owner.execute(() -> Arrays.asList(messages).forEach(listener::on));
        }
    }

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
    }

    @AfterAll
    static void stop() {
        THREAD.shutdownNow();
        THREADS.close();
        REDIS.close();
    }

    @Test
    void anAdoptedTaskRunsAgainFromItsSourcesOnceHoweverOftenItIsFound() throws InterruptedException {
        storedByADeadServer("a");
        TaskRuns heir = server();
        heir.adopt(DEAD);
        Run run = runs.poll(20, TimeUnit.SECONDS);
        heir.keep();
        heir.keep();
        run.say(
                new ServerMessage.Result(Format.SVG, bytes("<svg/>")),
                new ServerMessage.Complete(true, null, 1L, null));

        assertEquals(REQUEST.files().keySet(), run.request().files().keySet());
        assertEquals(REQUEST.options(), run.request().options());
        assertEquals(new Caller("somebody", false), callers.poll());
        awaitState("a", "succeeded");
        assertTrue(runs.isEmpty(), "begun twice");
    }

    @Test
    void theTimesOfAnAdoptedTaskCountFromItsRequest() throws InterruptedException {
        storedByADeadServer("a", System.currentTimeMillis() - 3_600_000);
        server().adopt(DEAD);
        runs.poll(20, TimeUnit.SECONDS)
                .say(
                        new ServerMessage.Queue(true, null),
                        new ServerMessage.Result(Format.SVG, bytes("<svg/>")),
                        new ServerMessage.Complete(true, null, 1L, null));

        Map<String, Object> json = TaskJson.of("a", awaitState("a", "succeeded"));
        assertTrue((long) json.get("queuedMs") >= 3_600_000, json.toString());
        assertTrue((long) json.get("totalMs") >= (long) json.get("queuedMs"), json.toString());
    }

    @Test
    void aTaskThatWaitsSaysWhatTheFleetHasNoneOfUntilItHasIt() throws InterruptedException {
        take(server(), "a");
        Run run = runs.poll(20, TimeUnit.SECONDS);
        run.say(ServerMessage.Queue.without(Set.of(Absence.BACKENDS)));
        Awaitility.await().until(() -> taskJson("a").containsKey("backends"));
        assertEquals(0, taskJson("a").get("backends"));

        run.say(new ServerMessage.Queue(false, null));
        Awaitility.await().until(() -> !taskJson("a").containsKey("backends"));
        assertEquals("waiting", taskJson("a").get("state"));
        List<String> events = await(tasks.findEvents("a", 0, 9));
        assertTrue(events.get(0).contains("\"backends\":0"), events.toString());
    }

    private Map<String, Object> taskJson(String id) {
        return TaskJson.of(id, await(tasks.find(id)).orElseThrow());
    }

    @Test
    void anAdoptedTaskThatWaitsAgainHasNotStarted() {
        storedByADeadServer("a");
        await(tasks.record("a", "dead", Map.of("state", "running", "started", "1"), 0, List.of()));
        await(owner().adopt(DEAD));

        ApiTask task = await(tasks.find("a")).orElseThrow();
        assertEquals("waiting", task.state());
        assertEquals(Optional.empty(), task.field("started"));
    }

    @Test
    void aTaskThatWasAdoptedWithALostReplyIsBegunWhenItIsKept() throws InterruptedException {
        storedByADeadServer("a");
        ApiTaskOwner owner = owner();
        await(owner.adopt(DEAD));
        server(owner).keep();

        assertEquals("main.asy", runs.poll(20, TimeUnit.SECONDS).request().main());
    }

    @Test
    void aTaskThatLosesServerAfterServerEndsAsAFaultOfTheFleet() {
        storedByADeadServer("a");
        Set<String> dead = DEAD;
        for (int i = 0; i < 3; i++) {
            ServerLease mortal = lease();
            assertEquals(List.of("a"), await(owner(mortal).adopt(dead)).adopted());
            await(mortal.release());
            dead = Set.of(mortal.id());
        }
        server().adopt(dead);

        ApiTask task = awaitState("a", "failed");
        assertEquals("FLEET_FAULT", TaskJson.of("a", task).get("code"));
        assertTrue((long) TaskJson.of("a", task).get("totalMs") > 0);
        assertTrue(runs.isEmpty());
        assertEquals(List.of("somebody a HTTP FLEET_FAULT"), List.copyOf(endedAtDoor));
    }

    @Test
    void aServerThatLostATaskToAnotherStopsItsRun() throws InterruptedException {
        TaskRuns slow = server(new ApiTaskOwner(REDIS.redis(), "slow", LIFE));
        take(slow, "a");
        Run run = runs.poll(20, TimeUnit.SECONDS);
        assertEquals(List.of("a"), await(owner().adopt(Set.of("slow"))).adopted());
        run.say(new ServerMessage.Queue(true, null));

        assertEquals("abort", aborted.poll(20, TimeUnit.SECONDS));
        assertEquals("waiting", await(tasks.find("a")).orElseThrow().state());
    }

    @Test
    void aTaskThatRedisLostIsPutBackAsItStandsWhenTasksAreKept() throws InterruptedException {
        TaskRuns server = server();
        take(server, "a");
        Run run = runs.poll(20, TimeUnit.SECONDS);
        run.say(new ServerMessage.Queue(true, null));
        awaitState("a", "running");
        REDIS.clear();
        Awaitility.await().until(() -> {
            server.keep();
            return await(tasks.find("a")).isPresent();
        });

        assertEquals("running", await(tasks.find("a")).orElseThrow().state());
        assertEquals(REQUEST.files().keySet(), await(tasks.findFiles("a")).keySet());
        run.say(
                new ServerMessage.Result(Format.SVG, bytes("<svg/>")),
                new ServerMessage.Complete(true, null, 1L, null));
        awaitState("a", "succeeded");
        assertTrue(runs.isEmpty(), "begun twice");
    }

    @Test
    void anEndThatComesAfterRedisLostItsTaskIsWrittenAllTheSame() throws InterruptedException {
        take(server(), "a");
        Run run = runs.poll(20, TimeUnit.SECONDS);
        REDIS.clear();
        run.say(
                new ServerMessage.Result(Format.SVG, bytes("<svg/>")),
                new ServerMessage.Complete(true, null, 1L, null));

        Awaitility.await().until(() -> await(tasks.find("a"))
                .filter(task -> task.state().equals("succeeded"))
                .isPresent());
        assertEquals("<svg/>", new String(await(tasks.findImage("a")).orElseThrow(), StandardCharsets.UTF_8));
    }

    @Test
    void outputInManySmallPiecesMakesFewEventsAndKeepsEveryCharacter() throws InterruptedException {
        take(server(), "a");
        Run run = runs.poll(20, TimeUnit.SECONDS);
        String text = "grün ".repeat(400);
        run.owner().execute(() -> {
            for (byte piece : bytes(text)) {
                run.listener().on(new ServerMessage.Output(OutputStreamName.STDOUT, new byte[] {piece}));
            }
        });
        run.say(new ServerMessage.Complete(false, "no image", 1L, null));

        ApiTask task = awaitState("a", "failed");
        assertEquals(text, TaskJson.of("a", task).get("output"));
        List<String> events = await(tasks.findEvents("a", 0, 1000));
        assertTrue(events.size() <= 3, events.size() + " events");
        assertTrue(events.get(0).contains(text), events.get(0));
    }

    @Test
    void outputBeyondAMebibyteIsNotKept() throws InterruptedException {
        take(server(), "a");
        Run run = runs.poll(20, TimeUnit.SECONDS);
        ServerMessage piece = new ServerMessage.Output(OutputStreamName.STDOUT, bytes("z".repeat(300_000)));
        run.say(piece, piece, piece, piece, new ServerMessage.Complete(false, "no image", 1L, null));

        ApiTask task = awaitState("a", "failed");
        assertEquals(1 << 20, ((String) TaskJson.of("a", task).get("output")).length());
        int told = await(tasks.findEvents("a", 0, 1000)).stream()
                .filter(event -> event.startsWith("output"))
                .mapToInt(event -> (int) event.chars().filter(c -> c == 'z').count())
                .sum();
        assertEquals(1 << 20, told);
    }

    private void storedByADeadServer(String id) {
        storedByADeadServer(id, 0);
    }

    private void storedByADeadServer(String id, long createdMillis) {
        Map<String, byte[]> fields = StoredRequest.fields(REQUEST, Optional.empty(), TestTerms.PLAIN, createdMillis);
        await(tasks.store(id, "dead", new ApiTasks.Contents(fields, REQUEST.files()), 100));
    }

    private void take(TaskRuns server, String id) {
        await(server.take(new TaskRuns.NewTask(id, REQUEST, TestTerms.PLAIN, Optional.empty()), 100));
    }

    private TaskRuns server() {
        return server(owner());
    }

    private TaskRuns server(ApiTaskOwner owner) {
        Webhooks webhooks = new Webhooks(tasks, owner, THREAD, Webhooks.Retries.DEFAULT);
        return new TaskRuns(
                tasks,
                owner,
                () -> new EventLoopOwner(THREADS.loops().next()),
                entry,
                webhooks,
                (id, batch, files, events, whenOver) -> {
                    throw new IllegalStateException("no batch in this test");
                });
    }

    /** A server whose lease lasts as long as the test. */
    private static ApiTaskOwner owner() {
        return owner(lease());
    }

    private static ServerLease lease() {
        ServerLease lease = new ServerLease(REDIS.redis(), LIFE);
        await(lease.renew());
        return lease;
    }

    private static ApiTaskOwner owner(ServerLease lease) {
        return new ApiTaskOwner(REDIS.redis(), lease.id(), LIFE);
    }

    private final TaskEntry entry = new TaskEntry() {

        @Override
        public TaskTerms termsOf(Request request) {
            throw new AssertionError("no request in this test");
        }

        @Override
        public Duration retryAfter() {
            throw new AssertionError("nobody is refused in this test");
        }

        @Override
        public CompletionStage<TaskTerms> admit(TaskTerms terms) {
            throw new AssertionError("nobody asks in this test");
        }

        @Override
        public void endedAtDoor(TaskTerms terms, Door door, Verdict verdict) {
            endedAtDoor.add(
                    terms.caller().name() + " " + terms.trace().id().orElseThrow() + " " + door + " " + verdict.code());
        }

        @Override
        public TaskHandle launch(ClientTask task, TaskListener client) {
            return begun(task, client);
        }
    };

    private TaskHandle begun(ClientTask task, TaskListener listener) {
        callers.add(task.terms().caller());
        runs.add(new Run(task.request(), listener, task.owner()));
        return new TaskHandle() {
            @Override
            public void input(ClientMessage.Input input) {
                throw new AssertionError("asynchronous tasks take no input");
            }

            @Override
            public void shorten(int timeoutMillis) {
                throw new AssertionError("nobody shortens them here");
            }

            @Override
            public void abort(EndCode why) {
                aborted.add("abort");
            }
        };
    }

    private ApiTask awaitState(String id, String state) {
        return Awaitility.await().until(() -> await(tasks.find(id)).orElseThrow(), task -> task.state()
                .equals(state));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(20, TimeUnit.SECONDS).join();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
