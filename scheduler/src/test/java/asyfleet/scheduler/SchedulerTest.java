package asyfleet.scheduler;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.queueserver.TaskUpdate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A whole scheduler on a real Redis, with the other services played by the test. */
@Tag("slow")
class SchedulerTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private TestFleet fleet;
    private Scheduler scheduler;

    @BeforeEach
    void start() {
        startEmpty();
    }

    private void startEmpty(String... flags) {
        REDIS.clear();
        fleet = new TestFleet(REDIS.redis());
        scheduler = scheduler(flags);
    }

    @AfterEach
    void stop() {
        scheduler.close();
    }

    @AfterAll
    static void stopRedis() {
        REDIS.close();
    }

    /** With a lease that outlives any pause of the machine: who leads when it ran out is not what is tested here. */
    private static Scheduler scheduler(String... flags) {
        List<String> all = new ArrayList<>(List.of("--lease", "60s"));
        all.addAll(List.of(flags));
        return Scheduler.start(TestSettings.of(REDIS.uri(), all.toArray(String[]::new)));
    }

    @Test
    void aTaskIsDispatchedToAFreeBackend() {
        String slot = fleet.register(1).get(0);
        String task = fleet.submit();

        assertEquals(task, fleet.claim(slot));
    }

    @Test
    void theNextTaskIsDispatchedWhenOneEnds() {
        String slot = fleet.register(1).get(0);
        List<String> tasks = fleet.submitMany(3);

        for (String task : tasks) {
            assertEquals(task, fleet.claim(slot));
            fleet.finish(task);
        }
    }

    @Test
    void aTaskThatRedisLostHasItsPlaceBackOnceItsSlotSaysSo() {
        String slot = fleet.register(1).get(0);
        String running = fleet.submit();
        Dispatched dispatched = fleet.read(1).get(0);
        fleet.claim(dispatched, slot);
        REDIS.clear();
        fleet = new TestFleet(REDIS.redis());
        String next = fleet.submit();
        await().until(() -> REDIS.keys().contains("queue"));

        fleet.renew(slot, dispatched);
        await().until(() -> !REDIS.keys().contains("backend.updated"));
        String shell = fleet.submitInteractive();
        await().until(() -> fleet.update(shell).denied().isPresent());

        assertEquals(1, fleet.active());
        fleet.finish(running);
        assertEquals(next, fleet.claim(slot));
    }

    @Test
    void tasksThatWereSubmittedBeforeAnyBackendCameAreDispatchedWhenOneComes() {
        String task = fleet.submit();
        await().until(() -> fleet.queued() == 1);

        String slot = fleet.register(1).get(0);

        assertEquals(task, fleet.claim(slot));
    }

    @Test
    void anInteractiveTaskWithoutAFreeBackendIsDenied() {
        String task = fleet.submitInteractive();

        TaskUpdate update =
                await().until(() -> fleet.update(task), found -> found.denied().isPresent());

        assertEquals(EndCode.NO_FREE_BACKEND, update.denied().orElseThrow().code());
        assertEquals(
                "No free backend for an interactive task (backends: 0)",
                update.denied().orElseThrow().message());
    }

    @Test
    void aTaskThatWaitsTooLongIsDenied() {
        scheduler.close();
        startEmpty("--queue-timeout", "50ms");

        String task = fleet.submit();

        TaskUpdate update =
                await().until(() -> fleet.update(task), found -> found.denied().isPresent());
        assertEquals(EndCode.QUEUE_TIMEOUT, update.denied().orElseThrow().code());
        assertEquals(0, fleet.queued());
    }

    @Test
    void aWaitingTaskIsToldHowLong() {
        fleet.register(1);
        fleet.submit();
        String second = fleet.submit();

        await().until(() -> fleet.update(second).estimate().isPresent());
    }

    @Test
    void aDefaultTaskIsDowngradedWhenOthersWait() {
        fleet.register(1);
        String first = fleet.submit();
        await().until(() -> fleet.active() == 1);
        fleet.submit();

        await().until(() -> fleet.update(first).duration().equals(Optional.of(Duration.ofSeconds(3))));
    }

    @Test
    void noMoreTasksRunThanTheOperatorAllows() {
        scheduler.close();
        startEmpty("--max-concurrent-sessions", "2");
        fleet.register(5);
        fleet.submitMany(5);

        await().until(() -> fleet.active() == 2 && fleet.queued() == 3);
    }

    @Test
    void theDeadAreMissedWithoutAWord() {
        List<String> slots = fleet.register(1);
        fleet.submit();
        fleet.claim(slots.get(0));

        REDIS.kill(slots);

        await().until(() -> fleet.active() == 0);
        await().until(() -> Http.metric(scheduler, "asyfleet_scheduler_swept_total{what=\"task\"}") == 1);
    }

    @Test
    void theMetricsShowWhoWaitsAndRuns() {
        String slot = fleet.register(1).get(0);
        fleet.submit();
        fleet.claim(slot); // one that nobody claims waits again
        fleet.submit(30);

        await().until(() -> Http.metric(scheduler, "asyfleet_scheduler_waiting{level=\"2\",priority=\"2\"}") == 1);
        assertEquals(1, Http.metric(scheduler, "asyfleet_scheduler_running{level=\"0\"}"));
        assertEquals(1, Http.metric(scheduler, "asyfleet_scheduler_limit{level=\"0\"}"));
        assertEquals(1, Http.metric(scheduler, "asyfleet_scheduler_leader"));
        assertEquals(1, Http.sum(scheduler, "asyfleet_scheduler_wait_seconds_count{"));
    }

    @Test
    void aSchedulerSaysWhetherItLeads() {
        await().until(() -> Http.json(scheduler, "/readyz")
                .equals(Map.of("ready", true, "checks", Map.of("redis", "ok", "leader", "ok"))));
        try (Scheduler second = scheduler()) {
            await().until(() -> Http.json(second, "/readyz")
                    .equals(Map.of("ready", true, "checks", Map.of("redis", "ok", "standby", "ok"))));
        }
    }
}
