package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.backend.claim.FakeRunner.FakeRun;
import asyfleet.backend.serve.TaskAddressQuestion;
import asyfleet.net.NetThreads;
import asyfleet.process.ChildCommand;
import asyfleet.process.ChildProcess;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.queueserver.UnreachedBackends;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A backend whose clients, other backends or Redis do not do their part. */
@Tag("slow")
class FleetFaultsTest {

    private static final RedisFixture REDIS = RedisFixture.startOwn();
    private static final NetThreads THREADS = NetThreads.create(2);
    private static final RawRedis RAW = new RawRedis(REDIS.uri());

    private final FakeRunner runner = new FakeRunner();
    private FakeScheduler scheduler;
    private TestBackend backend;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        scheduler = new FakeScheduler(REDIS.redis());
    }

    @AfterEach
    void stopBackend() {
        RAW.say("CLIENT UNPAUSE");
        runner.started().forEach(id -> runner.of(id).abort());
        backend.close();
    }

    @AfterAll
    static void stop() {
        THREADS.close();
        REDIS.close();
    }

    @Test
    void aTaskWhoseClientNeverConnectsIsAbortedAndItsSlotFreed() {
        start(1, withConnectLimit(Duration.ofMillis(300)));
        String id = scheduler.dispatch();

        Awaitility.await().until(runner.of(id)::isAborted);

        FakeRun next = runner.of(scheduler.dispatch());
        assertTrue(scheduler.finished().contains(id));
        Awaitility.await("no client connects to this one either").until(next::isAborted);
    }

    @Test
    void whatNobodyFetchesIsForgotten() throws Exception {
        CompletableFuture<URI> address = new CompletableFuture<>();
        FakeRunner ready = new FakeRunner(run -> {
            address.complete(scheduler.addressNow(run.task.id()).orElseThrow());
            run.end();
        });
        backend = TestBackend.start(REDIS.uri(), THREADS, 1, withConnectLimit(Duration.ofMillis(300)), ready);
        scheduler.dispatch();

        URI task = address.get(20, TimeUnit.SECONDS);
        Awaitility.await().until(() -> !TaskAddressQuestion.isServed(backend.server.address(), task));
    }

    @Test
    void aProcessThatNoQueueServerReachesLeavesTheFleetUntilOneComes() {
        List<String> asked = new CopyOnWriteArrayList<>();
        try (UnreachedBackends queueServer = UnreachedBackends.subscribe(REDIS.redis(), asked::add)) {
            start(2, withConnectLimit(Duration.ofMillis(300)));
            assertEquals(200, readyz().statusCode());
            scheduler.dispatch(3);

            Awaitility.await().until(() -> scheduler.backends() == 0);
            assertEquals(503, readyz().statusCode());
            assertTrue(readyz().body().contains("no queue server reaches ws://127.0.0.1:"), readyz().body());
            String unread = scheduler.dispatch();
            BackendTaskClient.connect(THREADS, URI.create(asked.get(0))).close();

            Awaitility.await().until(() -> scheduler.backends() == 2);
            runner.of(unread);
            assertEquals(200, readyz().statusCode());
        }
    }

    @Test
    void aProcessIsNotToBlameForTasksOfAQueueServerThatDied() {
        start(1, withConnectLimit(Duration.ofMillis(300)));
        scheduler.dispatch(2 * 3);

        Awaitility.await().until(() -> scheduler.finished().size() == 2 * 3);
        assertEquals(1, scheduler.backends());
    }

    private HttpResponse<String> readyz() {
        HttpRequest request = HttpRequest.newBuilder(backend.uri("/readyz")).build();
        return HttpClient.newHttpClient()
                .sendAsync(request, HttpResponse.BodyHandlers.ofString())
                .join();
    }

    @Test
    void aTaskThatSaysMoreThanMayWaitIsAbortedAndItsClientToldSo() {
        start(1, TestBackend.PATIENCE);
        String id = scheduler.dispatch();
        FakeRun run = runner.of(id);
        for (int i = 0; i < 20; i++) {
            run.say("x".repeat(TestBackend.MOST_WAITING_BYTES / 10));
        }
        Awaitility.await().until(run::isAborted);

        try (BackendTaskClient client = BackendTaskClient.connect(THREADS, scheduler.address(id))) {
            assertEquals(
                    "Execution aborted: more output waits to be read than 100000B",
                    client.complete().error());
            assertEquals(EndCode.ABORTED, client.complete().verdict().code());
        }
    }

    @Test
    void aClientHasItsEndWithoutWaitingForRedis() {
        start(1, TestBackend.PATIENCE);
        String id = scheduler.dispatch();
        try (BackendTaskClient client = BackendTaskClient.connect(THREADS, scheduler.address(id))) {
            RAW.say("CLIENT PAUSE 60000 WRITE");
            runner.of(id).end();

            assertEquals(FakeRunner.SUCCESS, client.complete());
        }
        RAW.say("CLIENT UNPAUSE");
        Awaitility.await().until(() -> scheduler.finished().contains(id));
    }

    @Test
    void aRedisThatRestartedEmptyHasTheSlotsBackAndTheirTasksGoOn() {
        start(2, TestBackend.PATIENCE);
        String before = scheduler.dispatch();
        BackendTaskClient client = BackendTaskClient.connect(THREADS, scheduler.address(before));

        REDIS.restartEmpty();

        scheduler = Awaitility.await().ignoreExceptions().until(() -> new FakeScheduler(REDIS.redis()), made -> true);
        Awaitility.await().until(() -> scheduler.backends() == 2);
        Awaitility.await().until(() -> scheduler.running().equals(List.of(before)));
        runner.of(scheduler.dispatch()).end();
        runner.of(before).end();
        Awaitility.await()
                .until(() -> scheduler.finished().contains(before)
                        && scheduler.running().isEmpty());
        assertEquals(FakeRunner.SUCCESS, client.complete());
    }

    @Test
    void aLivingBackendIsNeverTakenForDead() {
        Patience usual = TestBackend.PATIENCE;
        start(2, new Patience(Duration.ofMillis(900), usual.connect(), usual.abandoned(), usual.read(), usual.drain()));

        AtomicLong left = new AtomicLong(Long.MAX_VALUE);
        AtomicInteger renewals = new AtomicInteger();
        // Three renewals fit into a lease: with the fourth, the first lease would be over.
        Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> {
            assertEquals(2, scheduler.sweep().backends());
            long now = leaseLeftOfLastBackend();
            return left.getAndSet(now) < now && renewals.incrementAndGet() == 4;
        });
    }

    private static long leaseLeftOfLastBackend() {
        String script = "return redis.call('PTTL', 'backend.process:' .. redis.call('GET', 'backend:' .. "
                + "redis.call('GET', 'backend.counter')))";
        return Long.parseLong(RAW.say("EVAL \"" + script + "\" 0").substring(1));
    }

    @Test
    void aLostConsumerGroupIsMadeAgain() {
        start(1, TestBackend.PATIENCE);
        runner.of(scheduler.dispatch()).end();
        RAW.say("XGROUP DESTROY queue.outcoming backend");

        runner.of(scheduler.dispatch());
    }

    @Test
    void aTaskThatADeadProcessReadAndDidNotClaimIsTakenOver() throws Exception {
        start(1, TestBackend.PATIENCE);
        String busy = scheduler.dispatch();
        runner.of(busy);
        ChildProcess dead = ChildCommand.java(ReadsAndHangs.class, REDIS.uri())
                .withJvm("-XX:TieredStopAtLevel=1", "-Dasyfleet.log=warn")
                .start();
        String id = scheduler.dispatch();
        assertEquals(id, dead.await(ReadsAndHangs.READ));

        dead.kill();
        runner.of(busy).end();

        runner.of(id);
        assertTrue(metric("asyfleet_backend_tasks_taken_over_total") >= 1);
        assertEquals(List.of(busy, id), runner.started());
    }

    private double metric(String name) {
        return backend.operations.registry().scrape().stream()
                .filter(snapshot -> (snapshot.getMetadata().getPrometheusName() + "_total").equals(name))
                .map(io.prometheus.metrics.model.snapshots.CounterSnapshot.class::cast)
                .mapToDouble(snapshot -> snapshot.getDataPoints().get(0).getValue())
                .sum();
    }

    private static Patience withConnectLimit(Duration limit) {
        Patience usual = TestBackend.PATIENCE;
        return new Patience(usual.lease(), limit, usual.abandoned(), usual.read(), usual.drain());
    }

    private void start(int slots, Patience patience) {
        backend = TestBackend.start(REDIS.uri(), THREADS, slots, patience, runner);
    }
}
