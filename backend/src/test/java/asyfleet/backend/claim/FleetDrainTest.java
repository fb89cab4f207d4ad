package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.net.NetThreads;
import asyfleet.net.websocket.CloseReason;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.DrainedMachines;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The ways in which a backend leaves the fleet, and becomes larger and smaller. */
@Tag("slow")
class FleetDrainTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final NetThreads THREADS = NetThreads.create(2);

    private final FakeRunner runner = new FakeRunner();
    private FakeScheduler scheduler;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        scheduler = new FakeScheduler(REDIS.redis());
    }

    @AfterAll
    static void stop() {
        THREADS.close();
        REDIS.close();
    }

    @Test
    void anIdleBackendLeavesNothingBehind() {
        TestBackend backend = start(Duration.ofSeconds(60));
        assertEquals(3, scheduler.backends());

        backend.close();

        assertEquals(0, scheduler.backends());
        assertEquals("*0", new RawRedis(REDIS.uri()).say("XINFO CONSUMERS queue.outcoming backend"));
    }

    @Test
    void aRunningTaskMayFinishAndFreeSlotsLeaveAtOnce() {
        TestBackend backend = start(Duration.ofSeconds(60));
        String id = scheduler.dispatch();
        BackendTaskClient client = BackendTaskClient.connect(THREADS, scheduler.address(id));
        CompletableFuture<Void> closing = CompletableFuture.runAsync(backend::close);
        Awaitility.await().until(() -> scheduler.backends() == 1);

        runner.of(id).end();

        assertEquals(List.of(FakeRunner.SUCCESS), client.all());
        FakeScheduler.await(closing);
        assertEquals(0, scheduler.backends());
        assertEquals(List.of(id), scheduler.finished());
    }

    @Test
    void aMachineThatAnOperatorDrainsEndsWhatItRunsAndComesBackWhenItMay() {
        DrainedMachines drained = new DrainedMachines(REDIS.redis());
        // It looks what operators want when it renews its lease.
        try (TestBackend backend = TestBackend.start(REDIS.uri(), THREADS, 3, TestBackend.PATIENCE, runner)) {
            String id = scheduler.dispatch();
            BackendTaskClient client = BackendTaskClient.connect(THREADS, scheduler.address(id));
            FakeScheduler.await(drained.add(DrainedMachines.ALL));
            Awaitility.await().until(() -> scheduler.backends() == 1);

            runner.of(id).end();
            assertEquals(List.of(FakeRunner.SUCCESS), client.all());
            Awaitility.await().until(() -> scheduler.backends() == 0);

            FakeScheduler.await(drained.remove(DrainedMachines.ALL));
            Awaitility.await().until(() -> scheduler.backends() == 3);
            String next = scheduler.dispatch();
            BackendTaskClient after = BackendTaskClient.connect(THREADS, scheduler.address(next));
            runner.of(next).end();
            assertEquals(List.of(FakeRunner.SUCCESS), after.all());
        }
    }

    @Test
    void aBackendThatDrainsIsNotReadyAndStillLetsInWhoComesForItsTask() throws Exception {
        TestBackend backend = start(Duration.ofSeconds(60));
        String id = scheduler.dispatch();
        URI address = scheduler.address(id);
        CompletableFuture<Void> closing = CompletableFuture.runAsync(backend::close);
        Awaitility.await().until(() -> scheduler.backends() == 1);

        HttpRequest ready = HttpRequest.newBuilder(backend.uri("/readyz")).build();
        HttpResponse<String> answer = HttpClient.newHttpClient().send(ready, HttpResponse.BodyHandlers.ofString());
        assertEquals(503, answer.statusCode(), answer.body());
        BackendTaskClient client = BackendTaskClient.connect(THREADS, address);
        runner.of(id).end();

        assertEquals(List.of(FakeRunner.SUCCESS), client.all());
        FakeScheduler.await(closing);
    }

    @Test
    void aBackendThatDrainsClaimsNothing() {
        TestBackend backend = start(Duration.ofSeconds(60));
        String running = scheduler.dispatch();
        BackendTaskClient client = BackendTaskClient.connect(THREADS, scheduler.address(running));
        CompletableFuture<Void> closing = CompletableFuture.runAsync(backend::close);
        Awaitility.await().until(() -> scheduler.backends() == 1);

        String other = scheduler.dispatch();
        runner.of(running).end();
        client.all();
        FakeScheduler.await(closing);

        assertEquals(List.of(running), runner.started());
        TestBackend next = start(Duration.ofMillis(100));
        runner.of(other).end();
        next.close();
    }

    @Test
    void whatStillRunsAtTheDrainLimitIsHandedBackWithoutAnEnd() {
        TestBackend backend = start(Duration.ofMillis(100));
        String id = scheduler.dispatch();
        BackendTaskClient client = BackendTaskClient.connect(THREADS, scheduler.address(id));
        runner.of(id);

        backend.close();

        assertTrue(runner.of(id).isAborted());
        assertEquals(List.of(), client.all());
        assertEquals(CloseReason.GOING_AWAY, client.closeReason().code());
        assertEquals(0, scheduler.backends());
        assertEquals(List.of(), scheduler.running());
    }

    @Test
    void aBackendThatGrowsRegistersTheDifference() {
        try (TestBackend backend = start(Duration.ofMillis(100))) {
            backend.member.resize(5);

            Awaitility.await().until(() -> scheduler.backends() == 5);
            scheduler.dispatch(5).forEach(runner::of);
            runner.started().forEach(id -> runner.of(id).end());
        }
    }

    @Test
    void aBackendThatShrinksInterruptsNothing() {
        try (TestBackend backend = start(Duration.ofMillis(100))) {
            List<String> ids = scheduler.dispatch(3);
            ids.forEach(runner::of);

            backend.member.resize(1);
            ids.forEach(id -> assertFalse(runner.of(id).isAborted()));
            assertEquals(3, scheduler.backends());
            ids.forEach(id -> runner.of(id).end());

            Awaitility.await().until(() -> scheduler.backends() == 1);
            runner.of(scheduler.dispatch()).end();
        }
    }

    /** Reads that wait long: leaving must not have to wait for them. No slot's lease ends before it leaves. */
    private TestBackend start(Duration drain) {
        Patience usual = TestBackend.PATIENCE;
        Patience patience =
                new Patience(Duration.ofSeconds(60), usual.connect(), usual.abandoned(), Duration.ofSeconds(20), drain);
        return TestBackend.start(REDIS.uri(), THREADS, 3, patience, runner);
    }
}
