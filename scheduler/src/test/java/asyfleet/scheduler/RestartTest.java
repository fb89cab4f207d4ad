package asyfleet.scheduler;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.redis.scheduler.FencingToken;
import asyfleet.redis.scheduler.InspectFleet;
import asyfleet.redis.scheduler.NewScheduler;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Schedulers that come and go, and a Redis that does. */
@Tag("slow")
class RestartTest {

    private RedisFixture redis;
    private TestFleet fleet;

    @BeforeEach
    void start() {
        redis = RedisFixture.startOwn();
        fleet = new TestFleet(redis.redis());
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void aStandbyTakesOverAtOnceWhenTheLeaderCloses() {
        String slot = fleet.register(1).get(0);
        Scheduler leader = Scheduler.start(TestSettings.of(redis.uri(), "--lease", "10m"));
        await().until(leader::leads);
        try (Scheduler standby = Scheduler.start(TestSettings.of(redis.uri(), "--lease", "1s"))) {
            List<String> tasks = fleet.submitMany(2);
            assertEquals(tasks.get(0), fleet.claim(slot));

            leader.close();

            await().until(standby::leads);
            fleet.finish(tasks.get(0));
            assertEquals(tasks.get(1), fleet.claim(slot));
        }
    }

    @Test
    void aStandbyTakesOverWhenTheProcessOfTheLeaderIsKilled() throws Exception {
        String slot = fleet.register(1).get(0);
        // Runs out soon enough to wait for, and not while a busy machine keeps the leader from renewing it.
        String[] lease = {"--lease", "6s"};
        try (SchedulerProcess leader = SchedulerProcess.start(redis.uri(), lease)) {
            List<String> tasks = fleet.submitMany(3);
            assertEquals(tasks.get(0), fleet.claim(slot));
            try (SchedulerProcess standby = SchedulerProcess.start(redis.uri(), lease)) {
                assertTrue(standby.ready().contains("\"standby\":\"ok\""), standby::ready);

                leader.kill();
                fleet.finish(tasks.get(0));

                await().until(() -> standby.ready().contains("\"leader\":\"ok\""));
                assertEquals(tasks.get(1), fleet.claim(slot));
                fleet.finish(tasks.get(1));
                assertEquals(tasks.get(2), fleet.claim(slot));
            }
        }
    }

    @Test
    void aSchedulerGoesOnWhenRedisRestartsEmptyUnderLoad() {
        fleet.register(2);
        try (Scheduler scheduler = Scheduler.start(TestSettings.of(redis.uri()))) {
            fleet.submitMany(20);
            await().until(() -> fleet.active() == 2);

            redis.restartEmpty();

            await().ignoreExceptions().until(() -> fleet.queued() == 0);
            // Redis lost the lease of the queue server too; without one its tasks are given up as orphans.
            fleet = new TestFleet(redis.redis());
            String slot = fleet.register(1).get(0);
            String task = fleet.submit();
            assertEquals(task, fleet.claim(slot));
            assertEquals(1, fleet.active(), "places of tasks that Redis lost are free");
        }
    }

    @Test
    void aTaskThatWasTakenInByACallWhoseAnswerWasLostIsFoundAfterTheReconnection() {
        try (Scheduler scheduler = Scheduler.start(TestSettings.of(redis.uri()))) {
            await().until(scheduler::leads);
            String slot = fleet.register(1).get(0);
            String first = fleet.submit();
            assertEquals(first, fleet.claim(slot));
            fleet.finish(first);
            String token = TestFleet.await(new InspectFleet(redis.redis()).run(0))
                    .leader()
                    .token();
            // Sent right behind one another on one connection: the scheduler's own call comes later.
            CompletionStage<String> submitted = fleet.submitting();
            TestFleet.await(NewScheduler.take(redis.redis(), Duration.ZERO, new FencingToken(token)));

            redis.dropConnections();

            assertEquals(TestFleet.await(submitted), fleet.claim(slot));
        }
    }

    @Test
    void waitingForNothingSendsNothingButSweepsAndRenewals() {
        // A lease that does not run out: whoever takes office looks at everything.
        try (Scheduler scheduler = Scheduler.start(TestSettings.of(redis.uri(), "--lease", "60s", "--sweep", "50ms"))) {
            await().until(scheduler::leads);
            fleet.submitMany(50);
            await().until(() -> TestFleet.await(redis.redis().commands().zcard("queue")) == 50);
            Map<String, Long> before = redis.commandCalls();

            // Twenty sweeps: each asks for the members of two sets, and nothing else does.
            await().until(() -> redis.commandCalls().get("smembers") >= before.get("smembers") + 40);

            Map<String, Long> after = redis.commandCalls();
            long looks = (after.get("lpop") - before.get("lpop")) / 3; // one for each list
            assertTrue(looks <= 4, "the queue was looked at " + looks + " times with nothing new in it");
        }
    }
}
