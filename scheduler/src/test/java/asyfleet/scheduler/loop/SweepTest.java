package asyfleet.scheduler.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.redis.queueserver.ServerLease;
import asyfleet.redis.schema.RemoveTask;
import asyfleet.scheduler.TestFleet;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The sweep: parts that died give back what they held. */
@Tag("slow")
class SweepTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private TestFleet fleet;
    private TestLeader leader;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        fleet = new TestFleet(REDIS.redis());
        leader = new TestLeader(REDIS.redis(), new Random(1), () -> false);
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void aBackendThatDiedNoLongerCounts() {
        REDIS.kill(fleet.register(2));
        fleet.register(1);
        leader.turn();

        leader.sweep();
        fleet.submitMany(3);
        leader.turn();

        assertEquals(1, fleet.active());
    }

    @Test
    void aTaskWhoseSlotDiedFreesItsPlace() {
        fleet.register(1);
        String dying = REDIS.kill(fleet.register(1)).get(0);
        List<String> tasks = fleet.submitMany(2);
        leader.turn();
        fleet.claim(dying);

        leader.sweep();

        assertEquals(1, fleet.active());
        assertEquals(tasks.get(1), fleet.read(1).get(0).id());
    }

    @Test
    void aTaskThatNoSlotClaimedGoesAheadOfTheQueueAndRunsOnce() {
        String slot = fleet.register(1).get(0);
        List<String> tasks = fleet.submitMany(3);
        leader.turn();
        assertEquals(tasks.get(0), fleet.read(1).get(0).id());

        leader.sweep();

        for (String task : tasks) {
            assertEquals(task, fleet.claim(slot));
            fleet.finish(task);
            leader.turn();
        }
        assertEquals(0, fleet.active());
    }

    @Test
    void tasksThatNobodyReadsBecauseTheLastBackendDiedWaitAgainAndRunOnceOneIsBack() {
        List<String> slots = fleet.register(2);
        List<String> tasks = fleet.submitMany(3);
        leader.turn();
        REDIS.kill(slots);

        leader.sweep();

        assertEquals(0, fleet.active());
        assertEquals(3, fleet.queued());
        String slot = fleet.register(1).get(0);
        for (String task : tasks) {
            leader.turn();
            assertEquals(task, fleet.claim(slot));
            fleet.finish(task);
        }
    }

    @Test
    void aNewLeaderPutsBackWhatNobodyReadsOfWhatTheOldOneDispatched() {
        List<String> slots = fleet.register(1);
        fleet.submit();
        leader.turn();
        REDIS.kill(slots);

        leader.takeOver();
        leader.sweep();

        assertEquals(0, fleet.active());
        assertEquals(1, fleet.queued());
    }

    @Test
    void aTaskThatIsGoneWhenItsTurnComesLeavesItsPlaceToTheNext() {
        List<String> tasks = fleet.submitMany(2);
        leader.turn();
        TestFleet.await(new RemoveTask(REDIS.redis()).run(tasks.get(0)));

        fleet.register(1);
        leader.turn();

        assertEquals(tasks.get(1), fleet.read(1).get(0).id());
        assertEquals(1, fleet.active());
        assertEquals(0, fleet.queued());
    }

    @Test
    void aShellThatNoSlotClaimedTakesAFreeBackendAgain() {
        String slot = fleet.register(1).get(0);
        String shell = fleet.submitInteractive();
        leader.turn();
        fleet.read(1);

        leader.sweep();

        assertEquals(shell, fleet.claim(slot));
    }

    @Test
    void tasksOfADeadQueueServerAreGivenUpWhetherTheyWaitOrRun() {
        String slot = fleet.register(1).get(0);
        TestFleet dying = new TestFleet(REDIS.redis());
        dying.submitMany(3);
        leader.turn();
        fleet.claim(slot);
        TestFleet.await(dying.server().release());

        leader.sweep();
        leader.sweep();
        leader.turn();
        leader.sweep();

        assertEquals(0, fleet.queued());
        assertEquals(0, fleet.active());
    }

    @Test
    void aQueueServerThatIsMissedOnceAndRenewsIsNotDead() {
        ServerLease server = fleet.server();
        fleet.submitMany(3);
        leader.turn();
        TestFleet.await(server.release());
        leader.sweep();

        TestFleet.await(server.renew());
        leader.sweep();
        leader.turn();

        assertEquals(3, fleet.queued());
    }

    @Test
    void aNewLeaderKnowsWhoseTasksItFinds() {
        TestFleet dying = new TestFleet(REDIS.redis());
        fleet.register(1);
        dying.submitMany(2);
        leader.turn();
        TestFleet.await(dying.server().release());

        leader.takeOver();
        leader.sweep();
        leader.sweep();
        leader.turn();

        assertEquals(0, fleet.queued() + fleet.active());
    }

    @Test
    void placesOfTasksAreNotFreedWhileTheyRun() {
        String slot = fleet.register(1).get(0);
        fleet.submitMany(2);
        leader.turn();
        fleet.claim(slot);

        leader.sweep();
        leader.turn();
        leader.takeOver();
        leader.turn();

        assertEquals(1, fleet.active());
        assertTrue(fleet.read(1, Duration.ofMillis(20)).isEmpty());
    }
}
