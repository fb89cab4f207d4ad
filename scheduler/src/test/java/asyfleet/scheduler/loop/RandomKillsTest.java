package asyfleet.scheduler.loop;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.queueserver.TaskUpdate;
import asyfleet.scheduler.TestFleet;
import asyfleet.testing.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random stories on a real Redis: clients that come and leave, slots that claim, finish and die, and a scheduler that is
 * killed after one call in ten.
 */
@Tag("slow")
class RandomKillsTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final int STORIES = 25;
    private static final int EVENTS = 60;
    private static final int SLOTS = 4;

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void whateverHappensEveryTaskRunsOnceOrItsClientIsToldWhyNot() {
        Seeds.forEach(STORIES, random -> new Story(random).tell());
    }

    /** One story; the random generator decides what happens next. */
    private static final class Story {

        private final Random random;
        private final TestFleet fleet;
        private final TestLeader leader;
        private final List<String> submitted = new ArrayList<>();
        private final Set<String> left = new HashSet<>();
        private final Set<String> claimed = new HashSet<>();
        private final List<String> running = new ArrayList<>();
        private final String slot;

        Story(Random random) {
            REDIS.clear();
            this.random = random;
            this.fleet = new TestFleet(REDIS.redis());
            this.leader = new TestLeader(REDIS.redis(), random, () -> random.nextInt(10) == 0);
            this.slot = fleet.register(SLOTS).get(0);
        }

        void tell() {
            for (int event = 0; event < EVENTS; event++) {
                switch (random.nextInt(7)) {
                    case 0, 1 -> submit();
                    case 2 -> leave();
                    case 3 -> claim();
                    case 4 -> finish();
                    case 5 -> leader.sweep();
                    default -> leader.turn();
                }
                assertTrue(fleet.active() <= SLOTS, "more places are taken than there are slots");
            }
            end();
        }

        private void submit() {
            submitted.add(
                    switch (random.nextInt(4)) {
                        case 0 -> fleet.submitInteractive();
                        case 1 -> fleet.submit(30);
                        default -> fleet.submit();
                    });
        }

        private void leave() {
            if (!submitted.isEmpty()) {
                String task = submitted.get(random.nextInt(submitted.size()));
                if (!running.contains(task) && !claimed.contains(task)) {
                    fleet.abandon(task);
                    left.add(task);
                }
            }
        }

        /** One time in four the process that read the task dies before it claims it. */
        private void claim() {
            for (Dispatched task : fleet.read(1, Duration.ofMillis(1))) {
                boolean dies = random.nextInt(4) == 0;
                if (!dies && fleet.claim(task, slot) instanceof Claim.Won) {
                    assertTrue(claimed.add(task.id()), () -> "task " + task.id() + " was claimed twice");
                    running.add(task.id());
                }
            }
        }

        private void finish() {
            if (!running.isEmpty()) {
                fleet.finish(running.remove(random.nextInt(running.size())));
            }
        }

        private void end() {
            leader.turn();
            while (fleet.queued() + fleet.active() > 0) {
                while (!running.isEmpty()) {
                    finish();
                }
                leader.sweep();
                claim();
                leader.turn();
            }
            submitted.forEach(this::checkEnd);
        }

        private void checkEnd(String task) {
            TaskUpdate update = fleet.update(task);
            boolean denied = update.denied().isPresent();
            boolean halted = update.duration().filter(Duration::isZero).isPresent();
            String end = "task " + task + ": claimed " + claimed.contains(task) + ", denied " + denied + ", halted "
                    + halted + ", client left " + left.contains(task);
            if (claimed.contains(task)) {
                assertFalse(denied || left.contains(task), end);
            } else {
                assertTrue(denied || halted || left.contains(task), end);
            }
        }
    }
}
