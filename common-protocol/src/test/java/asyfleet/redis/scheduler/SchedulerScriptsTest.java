package asyfleet.redis.scheduler;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.ScriptFixture;
import asyfleet.redis.backend.Claim;
import asyfleet.redis.queueserver.ReadStats;
import asyfleet.redis.schema.AbandonTasks;
import asyfleet.redis.schema.DenialRecord;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The scripts that decide, on a real Redis. */
@Tag("slow")
class SchedulerScriptsTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final Duration SLOW = Duration.ofSeconds(30);
    private ScriptFixture scripts;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        scripts = new ScriptFixture(REDIS.redis());
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void arrivalsAreTakenInOrderAndOnlyOnce() {
        String first = scripts.submit();
        String second = scripts.submit();

        List<Arrival> arrived = scripts.takeEvents().arrived();

        assertEquals(List.of(first, second), arrived.stream().map(Arrival::id).toList());
        assertTrue(arrived.get(0).score() < arrived.get(1).score());
        assertEquals(List.of(), scripts.takeEvents().arrived());
    }

    @Test
    void aPriorityIsAHeadStartInTime() {
        scripts.submit(ScriptFixture.task(0));
        scripts.submit(ScriptFixture.task(2));

        List<Arrival> arrived = scripts.takeEvents().arrived();

        long headStart = arrived.get(0).score() - arrived.get(1).score();
        assertEquals(Duration.ofSeconds(120).toNanos() / 1000 - 1, headStart);
    }

    @Test
    void aTaskThatLostItsBackendGoesAheadOfEveryPriority() {
        scripts.submit(ScriptFixture.task(2));
        scripts.submit(lost());
        scripts.submit(lost());

        List<Arrival> arrived = scripts.takeEvents().arrived();

        assertTrue(arrived.get(1).score() < arrived.get(0).score());
        assertTrue(arrived.get(1).score() < arrived.get(2).score(), "in order among themselves");
    }

    @Test
    void aRestartedSchedulerKnowsWhoGoesAheadOfTheQueue() {
        String ordinary = scripts.submit();
        String again = scripts.submit(lost());

        List<Arrival> arrived = scripts.takeEvents().arrived();
        List<Arrival> waiting = scripts.readFleet().waiting();

        assertEquals(List.of(false, true), arrived.stream().map(Arrival::ahead).toList());
        assertEquals(List.of(again, ordinary), waiting.stream().map(Arrival::id).toList());
        assertEquals(List.of(true, false), waiting.stream().map(Arrival::ahead).toList());
        assertEquals(
                waiting, await(new InspectFleet(REDIS.redis()).run(2)).state().waiting(), "as an operator sees them");
    }

    @ParameterizedTest
    @CsvSource({"soon,high", "-3,-1", "1e99,1e99", "0,99999999999999999999", "'',''", "nan,nan"})
    void nonsenseThatAnotherProgramLeftCountsAsADefaultTask(String duration, String priority) {
        String id = scripts.submit();
        await(REDIS.redis().commands().hset(RedisKeys.TASK + id, "duration", duration.getBytes()));
        await(REDIS.redis().commands().hset(RedisKeys.TASK + id, "priority", priority.getBytes()));

        TaskDemand asked = scripts.takeEvents().arrived().get(0).asked();

        assertEquals(Optional.empty(), asked.duration());
        assertTrue(asked.priority() >= 0 && asked.priority() <= 2, () -> "priority " + asked.priority());
        assertEquals(asked, scripts.readFleet().waiting().get(0).asked());
    }

    @Test
    void arrivalsStayInOrderWhenTheClockStepsBack() {
        scripts.submit();
        long inTheFuture = Long.MAX_VALUE / 2048;

        Events events = await(NewScheduler.take(REDIS.redis(), Duration.ZERO, scripts.token, inTheFuture));

        assertEquals(inTheFuture + 1, events.arrived().get(0).score());
        assertEquals(inTheFuture + 1, events.lastArrival());
    }

    @Test
    void aTaskWhoseClientLeftBeforeTheSchedulerLookedDoesNotArrive() {
        String id = scripts.submit();
        await(new AbandonTasks(REDIS.redis()).run(List.of(id)));

        assertEquals(List.of(), scripts.takeEvents().arrived());
    }

    @Test
    void anInteractiveTaskIsNeverInTheQueue() {
        String id = scripts.submit(ScriptFixture.interactive());

        assertTrue(scripts.takeEvents().arrived().get(0).asked().interactive());

        assertEquals(0, await(REDIS.redis().commands().zcard("queue")));
        assertEquals(id, scripts.readFleet().waiting().get(0).id(), "a restarted scheduler still has to decide on it");
    }

    @Test
    void aDispatchedTaskMovesFromTheQueueToTheStream() {
        scripts.register(1);
        String id = scripts.dispatched();

        assertEquals(List.of(), scripts.readFleet().waiting());
        assertEquals(
                List.of(new ExecutingTask(
                        id, new TaskDemand(Optional.empty(), false, 2, "server-1", Optional.empty()), SLOW)),
                scripts.readFleet().running());
        assertEquals(id, scripts.read("one").get(0).id());
    }

    @Test
    void aDispatchThatRunsTwiceEntersTheStreamOnce() {
        String id = scripts.dispatched();

        scripts.apply(NewScheduler.dispatch(id, SLOW));

        assertEquals(1, await(REDIS.redis().commands().xlen("queue.outcoming")));
    }

    @Test
    void aTaskWhoseClientLeftIsNotDispatched() {
        String id = scripts.submit();
        scripts.takeEvents();
        await(new AbandonTasks(REDIS.redis()).run(List.of(id)));

        assertEquals(List.of(id), scripts.apply(NewScheduler.dispatch(id, SLOW)));
        assertEquals(0, await(REDIS.redis().commands().xlen("queue.outcoming")));
    }

    @Test
    void aTaskWhoseClientLeftBetweenTakingAndDispatchIsDroppedByItsClaim() {
        List<String> slots = scripts.register(1);
        String id = scripts.submit();
        scripts.takeEvents();
        await(new AbandonTasks(REDIS.redis()).run(List.of(id)));
        scripts.apply(new QueueCommand.Dispatch(id, SLOW, false, true));

        assertEquals(List.of(id), scripts.takeEvents().finished(), "its place is free before anybody claims it");
        Claim claim = scripts.claim(scripts.read("one").get(0), "ws://slot", slots.get(0));
        assertInstanceOf(Claim.Gone.class, claim);
        assertEquals(List.of(), scripts.readFleet().running());
    }

    @Test
    void aTaskThatRunsAndIsAnnouncedAgainDoesNotArriveAgain() {
        String id = scripts.dispatched();
        String waiting = scripts.submit();
        for (String announced : List.of(id, waiting, waiting)) {
            await(REDIS.redis().commands().rpush(RedisKeys.INCOMING, announced.getBytes(StandardCharsets.UTF_8)));
        }

        assertEquals(
                List.of(waiting),
                scripts.takeEvents().arrived().stream().map(Arrival::id).toList());
        assertEquals(1, await(REDIS.redis().commands().zcard(RedisKeys.QUEUE)));
    }

    @Test
    void whoKnowsThatNoSlotJoinedIsNotToldHowManyThereAre() {
        scripts.register(3);
        TakeEvents events = new TakeEvents(REDIS.redis(), SLOW);

        assertEquals(
                Events.AS_BEFORE,
                await(events.run(scripts.token, new TakeEvents.Known(0, 0, false)))
                        .backends());
        assertEquals(3, await(events.run(scripts.token, NewScheduler.known(0))).backends());
    }

    @Test
    void aDowngradeIsToldToTheTask() {
        String id = scripts.dispatched();

        scripts.apply(new QueueCommand.Downgrade(id, Duration.ofSeconds(3)));

        assertEquals(Optional.of(Duration.ofSeconds(3)), scripts.update(id).duration());
        assertEquals(Duration.ofSeconds(3), scripts.readFleet().running().get(0).now());
    }

    @Test
    void aDowngradeOfATaskThatEndedSaysNothing() {
        String id = scripts.submit();

        scripts.apply(new QueueCommand.Downgrade(id, Duration.ofSeconds(3)));

        assertEquals(Optional.empty(), scripts.update(id).duration());
    }

    @Test
    void aHaltedTaskStopsCountingAtOnce() {
        String id = scripts.dispatched();

        scripts.apply(new QueueCommand.Halt(id));

        assertEquals(Optional.of(Duration.ZERO), scripts.update(id).duration());
        assertEquals(List.of(), scripts.readFleet().running());
    }

    @Test
    void aDeniedTaskLeavesTheQueueAndCountsAsFailedOnce() {
        String id = scripts.submit();
        scripts.takeEvents();
        QueueCommand denial = new QueueCommand.Deny(id, new DenialRecord(EndCode.QUEUE_TIMEOUT, "Waited too long"));

        scripts.apply(denial);
        scripts.apply(denial);

        assertEquals(List.of(), scripts.readFleet().waiting());
        assertEquals(1, await(new ReadStats(REDIS.redis()).run()).failed());
    }

    @Test
    void anEstimateReachesOnlyTasksThatStillWait() {
        String waiting = scripts.submit();
        String running = scripts.dispatched();
        Map<String, Duration> estimates = Map.of(waiting, Duration.ofSeconds(4), running, Duration.ofSeconds(5));

        await(new PublishEstimates(REDIS.redis()).run(scripts.token, estimates));

        assertEquals(Optional.of(Duration.ofSeconds(4)), scripts.update(waiting).estimate());
        assertEquals(Optional.empty(), scripts.update(running).estimate());
    }

    @Test
    void nothingIsDecidedWithAnOldToken() {
        String id = scripts.submit();
        SchedulerStore old = new RedisSchedulerStore(REDIS.redis(), SLOW, SLOW, new FencingToken("1"));

        assertThrows(FencedException.class, () -> old.take(NewScheduler.known(0)));
        assertThrows(FencedException.class, () -> old.apply(List.of(NewScheduler.dispatch(id, SLOW))));
        assertThrows(FencedException.class, old::read);
        assertThrows(FencedException.class, () -> old.sweep(List.of()));
        assertThrows(FencedException.class, () -> old.publish(Map.of(id, SLOW)));
        assertThrows(FencedException.class, () -> old.abandon(List.of(id)));
        assertEquals(1, scripts.takeEvents().arrived().size());
    }

    @Test
    void onlyOneSchedulerLeads() {
        Leadership leadership = new Leadership(REDIS.redis(), Duration.ofMinutes(1));

        assertEquals(Optional.empty(), await(leadership.acquire()));
        assertTrue(await(leadership.renew(scripts.token)));
        assertTrue(await(leadership.release(scripts.token)));
        FencingToken next = await(leadership.acquire()).orElseThrow();
        assertTrue(Long.parseLong(next.value()) > Long.parseLong(scripts.token.value()));
        assertFalse(await(leadership.renew(scripts.token)));
    }

    @Test
    void aRestartedSchedulerFindsWaitingTasksInOrder() {
        String batch = scripts.submit(ScriptFixture.task(0));
        String live = scripts.submit(ScriptFixture.task(2));
        scripts.takeEvents();

        List<Arrival> waiting = scripts.readFleet().waiting();

        assertEquals(List.of(live, batch), waiting.stream().map(Arrival::id).toList());
        assertEquals("server-1", waiting.get(0).asked().server());
        assertEquals(0, waiting.get(1).asked().priority());
    }

    @Test
    void aRestartedSchedulerDropsPlacesThatNobodyHolds() {
        String id = scripts.dispatched();
        scripts.delete("queue.outcoming");

        assertEquals(List.of(), scripts.readFleet().running());
        assertFalse(await(REDIS.redis().commands().hexists("queue.executing", id)));
    }

    @Test
    void anOperatorSeesTheQueueAsTheLeaderDoesAndChangesNothing() {
        String running = scripts.dispatched();
        List<String> waiting = List.of(scripts.submit(), scripts.submit());
        scripts.takeEvents();
        scripts.submit();
        List<String> keys = REDIS.keys();

        Inspection seen = await(new InspectFleet(REDIS.redis()).run(1));

        assertEquals(scripts.token.value(), seen.leader().token());
        assertEquals(2, seen.waiting());
        assertEquals(new Inspection.NotTakenIn(1, 0), seen.notTakenIn());
        assertEquals(waiting.get(0), seen.state().waiting().get(0).id());
        assertEquals(1, seen.state().waiting().size());
        assertEquals(running, seen.state().running().get(0).id());
        assertEquals(keys, REDIS.keys());
    }

    @Test
    void aWatchEndsWhenSomethingArrivesAndTakesNothing() {
        try (EventWatch watch = EventWatch.open(REDIS.redis())) {
            var arrival = watch.otherThanEnds();
            scripts.submit();
            await(arrival);
            await(watch.otherThanEnds());
        }
        assertEquals(1, scripts.takeEvents().arrived().size());
    }

    /** A task that is submitted again because its backend was lost. */
    private static TaskRecord lost() {
        TaskRecord task = ScriptFixture.task(0);
        return new TaskRecord(task.options(), task.main(), task.priority(), task.server(), task.caller(), true);
    }
}
