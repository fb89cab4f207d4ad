package asyfleet.scheduler.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.scheduler.FencedException;
import asyfleet.scheduler.TestFleet;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * One story with every kind of event in it, told again and again: each time the scheduler is killed after another one of
 * its calls to Redis, and a new one takes over. However it is told, nobody who waits or runs may notice.
 */
@Tag("slow")
class KilledAnywhereTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private TestFleet fleet;
    private Map<String, Integer> claims;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        fleet = new TestFleet(REDIS.redis());
        claims = new HashMap<>();
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void aSchedulerKilledAfterAnyCallLosesNoTaskLeaksNoPlaceAndDispatchesNoneTwice() {
        int point = 1;
        while (tell(point) == 1) {
            point++;
        }
        assertTrue(point > 15, "killed at " + point + " points only, expected more than 15 calls in the story");
    }

    @Test
    void aSchedulerThatWasTakenOverChangesNothingAnyMore() {
        TestLeader leader = new TestLeader(REDIS.redis(), new Random(1), () -> false);
        leader.turn();
        Term old = leader.term();
        leader.takeOver();
        fleet.register(1);
        fleet.submit();

        assertThrows(FencedException.class, () -> old.turn(true));
        assertThrows(FencedException.class, old::sweep);
        assertThrows(FencedException.class, old::rebuild);

        assertEquals(1, fleet.queued());
        leader.turn();
        assertEquals(1, fleet.active());
    }

    /** Returns how often the scheduler was killed: 0 if the story has fewer calls than that. */
    private int tell(int killedAfterCall) {
        startEmpty();
        AtomicInteger calls = new AtomicInteger();
        TestLeader leader =
                new TestLeader(REDIS.redis(), new Random(1), () -> calls.incrementAndGet() == killedAfterCall);
        try {
            tellWith(leader);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("killed after call " + killedAfterCall, e);
        }
        return leader.deaths();
    }

    private void tellWith(TestLeader leader) {
        String slot = fleet.register(1).get(0);
        String dyingSlot = REDIS.kill(fleet.register(1)).get(0);
        List<String> tasks = fleet.submitMany(4);
        String medium = fleet.submit(10);
        String shell = fleet.submitInteractive();

        leader.turn(); // the first two run, and the shell finds no free backend
        claim(slot);
        claim(dyingSlot);
        fleet.abandon(tasks.get(2));
        fleet.finish(tasks.get(0));
        leader.turn(); // the fourth takes the free place
        fleet.read(1); // by a backend process that dies before it claims it
        leader.sweep(); // finds that, and the slot that died
        TestFleet otherServer = new TestFleet(REDIS.redis());
        String orphan = otherServer.submit();
        leader.turn();
        TestFleet.await(otherServer.server().release());
        leader.sweep();
        leader.sweep(); // the second miss in a row: the other queue server is dead
        drain(leader, slot);

        assertClaims(1, tasks.get(0), "the first task");
        assertClaims(1, tasks.get(1), "the task whose slot died");
        assertClaims(0, tasks.get(2), "the task whose client left");
        assertClaims(1, tasks.get(3), "the task that no slot claimed at first");
        assertClaims(1, medium, "the task of 10 s");
        assertClaims(0, orphan, "the task of the dead queue server");
        assertEquals(
                EndCode.NO_FREE_BACKEND,
                fleet.update(shell).denied().orElseThrow().code());
        assertEquals(List.of(), leftInRedis());
    }

    private void assertClaims(int times, String task, String which) {
        assertEquals(times, claims.getOrDefault(task, 0), "claims of " + which);
    }

    /** Turns and runs what is dispatched until nobody waits or runs. */
    private void drain(TestLeader leader, String slot) {
        leader.turn();
        while (fleet.queued() + fleet.active() > 0) {
            leader.sweep();
            for (Dispatched task : fleet.read(10, Duration.ofMillis(20))) {
                if (claim(task, slot)) {
                    fleet.finish(task.id());
                }
            }
            leader.turn();
        }
        leader.sweep();
        leader.turn();
    }

    private void claim(String slot) {
        fleet.read(1).forEach(task -> claim(task, slot));
    }

    private boolean claim(Dispatched task, String slot) {
        boolean won = fleet.claim(task, slot) instanceof Claim.Won;
        if (won) {
            claims.merge(task.id(), 1, Integer::sum);
        }
        return won;
    }

    private static List<String> leftInRedis() {
        return REDIS.keys().stream()
                .filter(key -> key.startsWith("queue") && !key.equals("queue.outcoming"))
                .toList();
    }
}
