package asyfleet.redis;

import static asyfleet.redis.ScriptFixture.await;
import static asyfleet.redis.ScriptFixture.task;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.ClaimTasks;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.backend.FinishTask;
import asyfleet.redis.backend.RedisBackendStore;
import asyfleet.redis.connection.ConnectionTurn;
import asyfleet.redis.queueserver.RedisQueueServerStore;
import asyfleet.redis.queueserver.Submission;
import asyfleet.redis.queueserver.WaitingBounds;
import asyfleet.redis.scheduler.Arrival;
import asyfleet.redis.scheduler.QueueCommand;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tasks that go to Redis together have the promises of each alone, and cost Redis less. */
@Tag("slow")
class TogetherTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final int MANY = 50;

    private ScriptFixture scripts;
    private RedisQueueServerStore server;
    private RedisBackendStore backend;
    private List<String> slots;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        scripts = new ScriptFixture(REDIS.redis());
        server = new RedisQueueServerStore(REDIS.redis(), Duration.ofMinutes(5), new WaitingBounds(MANY, 0));
        backend = RedisBackendStore.open(REDIS.redis(), Duration.ofMinutes(5));
        slots = await(backend.register(MANY));
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void manyTasksCostFewCommandsEach() {
        long commands = commandsOf(MANY);
        assertTrue(commands <= 10 * MANY, commands + " commands for " + MANY + " tasks: " + REDIS.commandCalls());
    }

    /** With a look of its own at its end, which otherwise is taken together with the next arrival. */
    @Test
    void aTaskAloneCostsNoMoreCommandsThanItNeeds() {
        long commands = commandsOf(1);
        assertTrue(commands <= 51, commands + " commands: " + REDIS.commandCalls());
    }

    private long commandsOf(int tasks) {
        runAll(tasks); // so that Redis knows the scripts
        Map<String, Long> before = REDIS.commandCalls();
        runAll(tasks);
        return REDIS.commandCalls().entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith("info"))
                .mapToLong(entry -> entry.getValue() - before.getOrDefault(entry.getKey(), 0L))
                .sum();
    }

    /** From submission to removal, each step for all of them. */
    private void runAll(int count) {
        List<String> ids = accepted(submitAll(nonces(count)));
        scripts.takeEvents();
        scripts.apply(ids.stream()
                .map(id -> new QueueCommand.Dispatch(id, Duration.ofSeconds(3), false, true))
                .toArray(QueueCommand[]::new));
        for (Claim claim : await(backend.claim(requests(await(backend.read(count, Duration.ofSeconds(5))))))) {
            assertInstanceOf(Claim.Won.class, claim);
        }
        assertEquals(count, finishAll(ids).stream().filter(ended -> ended).count());
        awaitAll(ids.stream().map(server::remove).toList());
        assertEquals(ids, scripts.takeEvents().finished());
    }

    @Test
    void submissionsThatAreSentAgainAreTheSameTasks() {
        List<String> nonces = nonces(5);
        List<String> ids = accepted(submitAll(nonces.subList(0, 3)));

        List<String> again = accepted(submitAll(nonces));

        assertEquals(ids, again.subList(0, 3));
        assertEquals(5, again.stream().distinct().count());
        assertEquals(
                again, scripts.takeEvents().arrived().stream().map(Arrival::id).toList());
    }

    @Test
    void oneOfManyCanBeWithdrawnBeforeAndAfterItWasAccepted() {
        List<String> nonces = nonces(3);
        await(server.withdraw(nonces.get(1)));
        List<Submission> answers = submitAll(nonces);

        assertEquals(new Submission.QueueFull(0, MANY), answers.get(1));
        String last = ((Submission.Accepted) answers.get(2)).id();
        assertEquals(last, await(server.withdraw(nonces.get(2))).orElseThrow());
        assertEquals(answers.get(0), submitAll(nonces).get(0));
        assertEquals(new Submission.QueueFull(0, MANY), submitAll(nonces).get(2));
    }

    @Test
    void theBoundHoldsWithinOneBatch() {
        List<Submission> answers = submitAll(nonces(MANY + 3));

        assertEquals(
                MANY,
                answers.stream().filter(Submission.Accepted.class::isInstance).count());
        assertEquals(new Submission.QueueFull(MANY, MANY), answers.get(MANY));
        assertEquals(MANY, await(REDIS.redis().commands().llen(RedisKeys.INCOMING)));
    }

    @Test
    void manySubmissionsOfACallerThatHasItsShareAreRefusedByOneCount() {
        RedisQueueServerStore shared =
                new RedisQueueServerStore(REDIS.redis(), Duration.ofMinutes(5), new WaitingBounds(MANY, 2));
        TaskRecord task = new TaskRecord(TaskOptions.DEFAULT, "main.asy", 2, "server-1", "caller", false);
        List<String> nonces =
                IntStream.range(0, 10).mapToObj(i -> shared.newNonce()).toList();
        long before = REDIS.commandCalls().getOrDefault("lrange", 0L);

        List<Submission> answers = submitAll(shared, task, nonces);

        assertEquals(2, accepted(answers.subList(0, 2)).size());
        answers.subList(2, 10).forEach(answer -> assertInstanceOf(Submission.CallerFull.class, answer));
        assertEquals(1, REDIS.commandCalls().get("lrange") - before, "looks through the whole queue");
    }

    @Test
    void ofManyDispatchesThoseThatAreGoneOrWereDispatchedBeforeAreLeftOut() {
        List<String> ids = accepted(submitAll(nonces(4)));
        scripts.takeEvents();
        scripts.apply(dispatch(ids.get(0)));
        await(server.abandon(ids.get(1)));

        List<String> gone =
                scripts.apply(dispatch(ids.get(0)), dispatch(ids.get(1)), dispatch(ids.get(2)), dispatch(ids.get(3)));

        assertEquals(List.of(ids.get(1)), gone);
        assertEquals(
                List.of(ids.get(0), ids.get(2), ids.get(3)),
                await(backend.read(10, Duration.ofSeconds(5))).stream()
                        .map(Dispatched::id)
                        .toList());
    }

    @Test
    void ofManyClaimsThoseOfAnotherSlotAndOfNobodyAreNotWon() {
        List<String> ids = accepted(submitAll(nonces(4)));
        scripts.takeEvents();
        ids.forEach(id -> scripts.apply(dispatch(id)));
        List<ClaimTasks.ClaimRequest> requests = requests(await(backend.read(10, Duration.ofSeconds(5))));
        Claim first = await(backend.claim(requests.subList(0, 1))).get(0);
        Dispatched second = requests.get(1).task();
        assertInstanceOf(Claim.Won.class, scripts.claim(second, "ws://other/1", slots.get(9)));
        await(server.abandon(ids.get(2)));

        List<Claim> claims = await(backend.claim(requests));

        assertEquals(id(first), id(claims.get(0)), "sent again, it is answered the same");
        assertEquals(new Claim.Gone(ids.get(1)), claims.get(1));
        assertEquals(new Claim.Gone(ids.get(2)), claims.get(2));
        assertInstanceOf(Claim.Won.class, claims.get(3));
        assertEquals(3, await(REDIS.redis().commands().scard(RedisKeys.PROCESSING)));
        assertEquals(0, await(REDIS.redis().commands().xlen(RedisKeys.OUTCOMING)));
    }

    @Test
    void ofManyEndsThoseThatHadEndedBeforeDoNotCount() {
        List<String> ids = accepted(submitAll(nonces(3)));
        scripts.takeEvents();
        ids.forEach(id -> scripts.apply(dispatch(id)));
        await(backend.claim(requests(await(backend.read(10, Duration.ofSeconds(5))))));
        assertEquals(List.of(true), finishAll(ids.subList(0, 1)));

        assertEquals(List.of(false, true, true), finishAll(ids));

        assertEquals(ids, scripts.takeEvents().finished());
        assertEquals(3, await(server.stats()).completed());
    }

    @Test
    void theFilesOfATaskThatGoesOnAreRemovedAtTheNextRenewal() {
        String id = accepted(submitAll(nonces(1))).get(0);
        assertTrue(hasFiles(id));
        backend.removeFiles(id);

        await(backend.renew(slots, List.of()));

        assertFalse(hasFiles(id));
    }

    private static boolean hasFiles(String id) {
        return await(REDIS.redis().commands().exists(RedisKeys.TASK + id + RedisKeys.TASK_FILES)) == 1;
    }

    private static String id(Claim claim) {
        return ((Claim.Won) claim).id();
    }

    private static QueueCommand dispatch(String id) {
        return new QueueCommand.Dispatch(id, Duration.ofSeconds(3), false, false);
    }

    private List<String> nonces(int count) {
        return IntStream.range(0, count).mapToObj(i -> server.newNonce()).toList();
    }

    private List<Submission> submitAll(List<String> nonces) {
        return submitAll(server, task(2), nonces);
    }

    private static List<Submission> submitAll(RedisQueueServerStore to, TaskRecord task, List<String> nonces) {
        return awaitAll(ConnectionTurn.take(REDIS.redis(), () -> nonces.stream()
                .map(nonce -> to.submit(nonce, task, ScriptFixture.FILES))
                .toList()));
    }

    private static List<String> accepted(List<Submission> answers) {
        return answers.stream()
                .map(answer ->
                        assertInstanceOf(Submission.Accepted.class, answer).id())
                .toList();
    }

    private List<ClaimTasks.ClaimRequest> requests(List<Dispatched> read) {
        List<ClaimTasks.ClaimRequest> requests = new ArrayList<>();
        for (Dispatched task : read) {
            requests.add(new ClaimTasks.ClaimRequest(task, "ws://slot/" + task.id(), slots.get(requests.size())));
        }
        return requests;
    }

    private List<Boolean> finishAll(List<String> ids) {
        return awaitAll(ConnectionTurn.take(REDIS.redis(), () -> ids.stream()
                .map(id -> backend.finish(id, FinishTask.TaskEnd.SUCCEEDED, Duration.ofMillis(7)))
                .toList()));
    }

    private static <T> List<T> awaitAll(List<? extends CompletionStage<? extends T>> stages) {
        List<T> values = new ArrayList<>();
        stages.forEach(stage -> values.add(await(stage)));
        return values;
    }
}
