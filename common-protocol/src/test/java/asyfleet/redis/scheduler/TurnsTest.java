package asyfleet.redis.scheduler;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.ScriptFixture;
import asyfleet.redis.schema.AbandonTasks;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The turns of callers whose tasks wait: the scores that take_events.lua gives. */
@Tag("slow")
class TurnsTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final Duration STEP = Duration.ofSeconds(60);
    private static final long STEP_MICROS = STEP.toNanos() / 1000;
    private static final int BATCH = 0;

    private final Map<String, String> callers = new HashMap<>();
    private ScriptFixture scripts;

    /** The clock of the test, ahead of that of Redis. */
    private long now;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        scripts = new ScriptFixture(REDIS.redis());
        now = Duration.ofMillis(System.currentTimeMillis()).plusDays(1).toNanos() / 1000;
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void whoeverComesLaterWithFewTasksDoesNotWaitBehindAllOfWhoeverCameFirst() {
        post("A", 50);
        post("B", 5);
        take();

        assertEquals("A B A B A B A B A B A A", String.join(" ", order().subList(0, 12)));
    }

    @Test
    void threeCallersTakeTurns() {
        post("A", 4);
        post("B", 4);
        post("C", 2);
        take();

        assertEquals("A B C A B C A B A B", String.join(" ", order()));
    }

    @Test
    void oneCallerAloneSeesPlainOrderOfArrivalWhateverEndsInBetween() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<String> waiting = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            now += (long) (random.nextDouble() * random.nextDouble() * STEP_MICROS / 10);
            if (waiting.isEmpty() || random.nextInt(5) > 1) {
                waiting.addAll(post("A", 1 + random.nextInt(3)));
            } else if (random.nextBoolean()) {
                scripts.apply(NewScheduler.dispatch(waiting.remove(0), Duration.ofSeconds(3)));
            } else {
                String left =
                        waiting.remove(random.nextInt(4) == 0 ? random.nextInt(waiting.size()) : waiting.size() - 1);
                await(new AbandonTasks(REDIS.redis()).run(List.of(left)));
            }
            take();
            assertEquals(waiting, ids(), "seed " + seed + ", step " + i);
        }
    }

    @Test
    void nobodyIsOvertakenForLongerThanThePriorityStep() {
        post("A", 200);
        List<Arrival> arrived = take();
        for (int i = 0; i < arrived.size(); i++) {
            long behind = arrived.get(i).score() - (arrived.get(0).score() + i);
            assertTrue(behind >= 0 && behind <= STEP_MICROS, "task " + i + " stands " + behind + " behind its arrival");
        }

        now += STEP_MICROS;
        String later = post("B", 1).get(0);
        take();
        assertEquals(later, ids().get(200));
    }

    @Test
    void aCallerOfWhomNothingWaitsAnyMoreStandsByItsArrival() {
        List<String> first = post("A", 10);
        long base = take().get(0).score();
        first.forEach(id -> scripts.apply(NewScheduler.dispatch(id, Duration.ofSeconds(3))));
        post("A", 1);

        assertTrue(take().get(0).score() - base < STEP_MICROS / TakeEvents.TURNS_IN_A_STEP);
    }

    @Test
    void turnsAreTakenWithinAPriorityOnly() {
        post("A", 10);
        String urgent = submit("A", 1, false);
        List<Arrival> arrived = take();

        assertEquals(urgent, ids().get(0));
        assertEquals(arrived.get(0).score() + 10 - STEP_MICROS, arrived.get(10).score());
    }

    @Test
    void aTaskThatGoesAheadOfTheQueueWaitsForNoTurn() {
        post("A", 3);
        String again = submit("A", BATCH, true);
        take();

        assertEquals(again, ids().get(0));
    }

    @Test
    void withoutAPriorityStepNobodyTakesTurns() {
        post("A", 2);
        post("B", 1);
        await(NewScheduler.take(REDIS.redis(), Duration.ZERO, scripts.token, now));

        assertEquals(List.of("A", "A", "B"), order());
        assertTrue(REDIS.keys().stream().noneMatch(key -> key.startsWith(RedisKeys.QUEUE_TURN)));
    }

    @Test
    void whileASlotIsFreeForEachNobodyTakesTurnsButThoseThatAskForADuration() {
        String plain = post("A", 1).get(0);
        takeWithFree(2);
        assertTrue(REDIS.keys().stream().noneMatch(key -> key.startsWith(RedisKeys.QUEUE_TURN)));

        scripts.apply(NewScheduler.dispatch(plain, Duration.ofSeconds(3)));
        TaskOptions slow = new TaskOptions(false, 3000, Format.SVG, StderrMode.STDOUT, 0);
        scripts.submit(new TaskRecord(slow, "main.asy", BATCH, "server-1", "A", false));
        takeWithFree(1);
        assertEquals(1, await(REDIS.redis().commands().llen(RedisKeys.QUEUE_TURN + BATCH + ":A")));
    }

    @Test
    void moreThanThereAreFreeSlotsTakeTurns() {
        post("A", 3);
        post("B", 1);
        takeWithFree(3);

        assertEquals(List.of("A", "B", "A", "A"), order());
    }

    @Test
    void aSchedulerThatBeginsToLeadFindsTheSameOrder() {
        post("A", 5);
        post("B", 2);
        Map<String, Long> scores = new HashMap<>();
        take().forEach(arrival -> scores.put(arrival.id(), arrival.score()));

        List<Arrival> waiting = scripts.readFleet().waiting();
        assertEquals(ids(), waiting.stream().map(Arrival::id).toList());
        waiting.forEach(arrival -> assertEquals(scores.get(arrival.id()), arrival.score()));
    }

    @Test
    void aTaskThatIsAnnouncedTwiceTakesOneTurn() {
        String id = post("A", 1).get(0);
        take();
        await(REDIS.redis().commands().rpush(RedisKeys.INCOMING, id.getBytes(StandardCharsets.UTF_8)));

        assertEquals(List.of(), take());
        assertEquals(1, await(REDIS.redis().commands().llen(RedisKeys.QUEUE_TURN + BATCH + ":A")));
    }

    @Test
    void whatIsKnownOfACallersTurnsIsBoundedAndExpires() {
        post("A", 120);
        take();

        String turns = RedisKeys.QUEUE_TURN + BATCH + ":A";
        assertEquals(TakeEvents.TURNS_IN_A_STEP, await(REDIS.redis().commands().llen(turns)));
        long life = await(REDIS.redis().commands().pttl(turns));
        assertTrue(life > STEP.toMillis() && life <= 2 * STEP.toMillis(), "lives " + life + " ms");
    }

    private List<String> post(String caller, int count) {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ids.add(submit(caller, BATCH, false));
        }
        return ids;
    }

    private String submit(String caller, int priority, boolean ahead) {
        String id =
                scripts.submit(new TaskRecord(TaskOptions.DEFAULT, "main.asy", priority, "server-1", caller, ahead));
        callers.put(id, caller);
        return id;
    }

    private List<Arrival> take() {
        Events events = await(NewScheduler.take(REDIS.redis(), STEP, scripts.token, now));
        now = events.lastArrival();
        return events.arrived();
    }

    private void takeWithFree(int slots) {
        TakeEvents.Known known = new TakeEvents.Known(now, slots, true);
        now = await(new TakeEvents(REDIS.redis(), STEP).run(scripts.token, known))
                .lastArrival();
    }

    private static List<String> ids() {
        return await(REDIS.redis().commands().zrange(RedisKeys.QUEUE, 0, -1)).stream()
                .map(id -> new String(id, StandardCharsets.UTF_8))
                .toList();
    }

    /** Whose the waiting tasks are, the next one first. */
    private List<String> order() {
        return ids().stream().map(callers::get).toList();
    }
}
