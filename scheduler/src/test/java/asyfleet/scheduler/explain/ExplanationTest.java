package asyfleet.scheduler.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.scheduler.Arrival;
import asyfleet.redis.scheduler.ExecutingTask;
import asyfleet.redis.scheduler.FleetState;
import asyfleet.redis.scheduler.Inspection;
import asyfleet.redis.scheduler.TaskDemand;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.SchedulingRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplanationTest {

    private static final SchedulingRules RULES =
            new SchedulingRules(Levels.DEFAULT, Integer.MAX_VALUE, Duration.ofDays(1));
    private static final Duration FAST = Duration.ofSeconds(3);
    private static final Duration SLOW = Duration.ofSeconds(30);
    private final List<Arrival> waiting = new ArrayList<>();
    private final List<ExecutingTask> running = new ArrayList<>();

    @Test
    void anEmptyFleetIsOnePage() {
        assertEquals("""
                leader        none: nobody decides until a scheduler runs
                backends      0 live
                running       0 tasks, 0 of them claimed by a slot
                waiting       0 tasks
                not taken in  0 arrivals, 0 endings

                level  duration  running  this long or longer  limit
                0      3 s       0        0                    0      reached
                1      10 s      0        0                    1
                2      30 s      0        0                    1

                Nobody waits.
                """, text(0));
    }

    @Test
    void theQueueIsListedInOrder() {
        waits("17", Optional.empty(), 2, true);
        waits("18", Optional.of(SLOW), 0, false);

        String text = text(0);

        assertTrue(text.contains("1      17    default   0      WebSocket, ahead  2 s ago\n"), text);
        assertTrue(text.contains("2      18    30 s      2      batch             2 s ago\n"), text);
    }

    @Test
    void theHeadWaitsForABackendToLive() {
        waits("17", Optional.empty(), 2, false);

        assertSays("It waits because no backend lives.", 0);
    }

    @Test
    void theHeadWaitsForABackendToBeFree() {
        runs("1", Optional.empty(), FAST);
        waits("17", Optional.empty(), 2, false);

        assertSays("It waits because every backend runs a task (1 of 1)", 1);
    }

    @Test
    void theHeadIsPassedOverWhenItsLevelIsFull() {
        runs("1", Optional.of(SLOW), SLOW);
        waits("17", Optional.of(SLOW), 2, false);

        assertSays("the limit of level 2 is reached (1 of 1 may run for 30 s or longer)", 4);
        assertSays("Nobody behind it asks for less, so all wait until one of those ends.", 4);
    }

    @Test
    void theFirstBehindItThatAsksForLessIsNamed() {
        runs("1", Optional.of(SLOW), SLOW);
        runs("2", Optional.of(FAST), FAST);
        waits("17", Optional.of(SLOW), 2, false);
        waits("18", Optional.of(FAST), 2, false);

        assertSays("The first behind it that asks for less is task 18. That one waits because every backend", 2);
    }

    @Test
    void aHeadThatTheLeaderHasYetToDispatchIsNoMystery() {
        waits("17", Optional.of(FAST), 2, false);

        assertSays("The leader's next turn dispatches it", 4);
    }

    private void waits(String id, Optional<Duration> asked, int priority, boolean ahead) {
        waiting.add(new Arrival(
                id, new TaskDemand(asked, false, priority, "", Optional.empty()), 8_000, ahead, waiting.size()));
    }

    private void runs(String id, Optional<Duration> asked, Duration now) {
        running.add(new ExecutingTask(id, new TaskDemand(asked, false, 2, "", Optional.empty()), now));
    }

    private String text(int backends) {
        FleetState state = new FleetState(waiting, running, backends, 10_000);
        Inspection seen = new Inspection(
                state,
                new Inspection.Leader("", Duration.ZERO),
                waiting.size(),
                running.size(),
                new Inspection.NotTakenIn(0, 0));
        return new Explanation(seen, RULES, Integer.MAX_VALUE).text(10);
    }

    private void assertSays(String sentence, int backends) {
        String text = text(backends);
        assertTrue(text.replace('\n', ' ').contains(sentence), text);
        assertTrue(text.lines().allMatch(line -> line.length() <= 100), text);
    }
}
