package asyfleet.redis.backend;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.ScriptFixture;
import asyfleet.redis.queueserver.FleetStats;
import asyfleet.redis.queueserver.ReadStats;
import asyfleet.redis.queueserver.ServerLease;
import asyfleet.redis.queueserver.TaskUpdate;
import asyfleet.redis.queueserver.TaskUpdates;
import asyfleet.redis.scheduler.Arrival;
import asyfleet.redis.scheduler.Events;
import asyfleet.redis.scheduler.ExecutingTask;
import asyfleet.redis.scheduler.NewScheduler;
import asyfleet.redis.scheduler.Sweep;
import asyfleet.redis.scheduler.SweepFleet;
import asyfleet.redis.scheduler.TasksBroughtBackException;
import asyfleet.redis.schema.AbandonTasks;
import asyfleet.redis.schema.PoolFigures;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scripts of a backend, and the sweep that notices its death, on a real Redis. */
@Tag("slow")
class BackendScriptsTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private ScriptFixture scripts;
    private String backend;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        scripts = new ScriptFixture(REDIS.redis());
        backend = scripts.register(1).get(0);
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void everySlotIsABackendOfItsOwn() {
        assertEquals(3, scripts.register(3).stream().distinct().count());
        assertEquals(4, scripts.takeEvents().backends());
    }

    @Test
    void aFieldWithNonsenseIsNamedToTheSlotThatClaimsTheTask() {
        String id = scripts.dispatched();
        await(REDIS.redis().commands().hset(RedisKeys.TASK + id, "format", "jpg".getBytes(StandardCharsets.UTF_8)));

        Claim.Won won = assertInstanceOf(Claim.Won.class, claim(id, "ws://slot/1"));

        assertEquals(
                Optional.of("field format of the task: got \"jpg\", expected svg, pdf, png, html, eps"), won.mistake());
    }

    @Test
    void theSweepTellsOnceWhereATaskRunsThatAnotherProgramClaimedInSilence() {
        String id = scripts.dispatched();
        BlockingQueue<List<String>> told = new LinkedBlockingQueue<>();
        try (TaskUpdates updates = TaskUpdates.subscribe(REDIS.redis(), news -> told.add(ids(news)))) {
            await(REDIS.redis().commands().sadd(RedisKeys.PROCESSING, id.getBytes(StandardCharsets.UTF_8)));
            scripts.sweep();
            assertTrue(told.isEmpty(), "it has no address yet");
            String address = RedisKeys.TASK + id + RedisKeys.TASK_BACKEND;
            await(REDIS.redis().commands().rpush(address, "ws://slot/1".getBytes(StandardCharsets.UTF_8)));
            scripts.sweep();
            scripts.sweep();
            await(REDIS.redis().commands().publish(RedisKeys.TASK_UPDATED, "last".getBytes(StandardCharsets.UTF_8)));

            assertEquals(List.of(id), take(told));
            assertEquals(List.of("last"), take(told));
        }
    }

    private static List<String> ids(List<TaskUpdate> news) {
        return news.stream().map(TaskUpdate::id).toList();
    }

    private static List<String> take(BlockingQueue<List<String>> told) {
        try {
            return told.poll(60, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aClaimGivesTheTaskItsFilesAndItsDuration() {
        String id = scripts.dispatched();

        Claim.Won won = assertInstanceOf(Claim.Won.class, claim(id, "ws://slot/1"));

        assertEquals(ScriptFixture.task(2), won.task());
        assertArrayEquals(ScriptFixture.FILES.get("main.asy"), won.files().get("main.asy"));
        assertEquals(Optional.of(Duration.ofSeconds(30)), won.duration());
        assertEquals(Optional.of("ws://slot/1"), scripts.update(id).address());
        assertEquals(0, await(REDIS.redis().commands().xlen("queue.outcoming")));
    }

    @Test
    void theAddressIsInTheListOfThePublishedSchemaForAQueueServerOfAnotherProgram() {
        String ours = scripts.dispatched();
        assertInstanceOf(Claim.Won.class, claim(ours, "ws://slot/1"));
        String foreign = scripts.dispatched();
        await(REDIS.redis().commands().hdel(RedisKeys.TASK + foreign, "server"));
        assertInstanceOf(Claim.Won.class, claim(foreign, "ws://slot/2"));

        assertFalse(REDIS.keys().contains(RedisKeys.TASK + ours + RedisKeys.TASK_BACKEND));
        assertEquals(Optional.of("ws://slot/1"), scripts.update(ours).address());
        assertTrue(REDIS.keys().contains(RedisKeys.TASK + foreign + RedisKeys.TASK_BACKEND));
        assertEquals(Optional.of("ws://slot/2"), scripts.update(foreign).address());
    }

    @Test
    void aClaimWhoseReplyWasLostIsAnsweredTheSameAgain() {
        scripts.dispatched();
        Dispatched task = scripts.read("one").get(0);
        Claim first = scripts.claim(task, "ws://slot/1", backend);

        Claim again = scripts.claim(task, "ws://slot/1", backend);

        assertInstanceOf(Claim.Won.class, first);
        assertInstanceOf(Claim.Won.class, again);
        assertEquals(1, await(REDIS.redis().commands().scard("queue.processing")));
    }

    @Test
    void onlyOneOfTwoSlotsWins() {
        scripts.dispatched();
        Dispatched task = scripts.read("one").get(0);

        assertInstanceOf(Claim.Won.class, scripts.claim(task, "ws://slot/1", backend));
        assertInstanceOf(Claim.Gone.class, scripts.claim(task, "ws://slot/2", backend));
    }

    @Test
    void aDispatchedTaskWhoseClientLeftIsDroppedByItsClaim() {
        String id = scripts.dispatched();
        await(new AbandonTasks(REDIS.redis()).run(List.of(id)));

        assertInstanceOf(Claim.Gone.class, claim(id, "ws://slot/1"));

        assertEquals(0, await(REDIS.redis().commands().xlen("queue.outcoming")));
        assertEquals(0, await(REDIS.redis().commands().scard("queue.processing")));
    }

    @Test
    void aTaskThatExpiredInTheStreamGivesItsPlaceBack() {
        String id = scripts.dispatched();
        scripts.delete("task:" + id);

        claim(id, "ws://slot/1");

        assertEquals(List.of(id), scripts.takeEvents().finished());
    }

    @Test
    void aTaskOfAnotherProgramWithNonsenseInItsFieldsCanBeClaimed() {
        String id = scripts.dispatched();
        await(REDIS.redis().commands().hset("task:" + id, "verbosity", "very".getBytes(StandardCharsets.UTF_8)));
        await(REDIS.redis().commands().hset("task:" + id, "duration", "1e99".getBytes(StandardCharsets.UTF_8)));

        assertInstanceOf(Claim.Won.class, claim(id, "ws://slot/1"));
    }

    @Test
    void whatADeadProcessReadAndDidNotClaimIsTakenOver() {
        String id = scripts.dispatched();
        scripts.read("dead");

        List<Dispatched> taken = takeOver(Duration.ZERO);

        assertEquals(id, taken.get(0).id());
        assertInstanceOf(Claim.Won.class, scripts.claim(taken.get(0), "ws://slot/2", backend));
    }

    @Test
    void aFinishedTaskIsCountedOnce() {
        String id = scripts.dispatched();
        claim(id, "ws://slot/1");
        FinishTask finish = new FinishTask(REDIS.redis());

        assertTrue(await(finish.run(id, FinishTask.TaskEnd.SUCCEEDED, Duration.ofMillis(400))));
        assertFalse(await(finish.run(id, FinishTask.TaskEnd.SUCCEEDED, Duration.ofMillis(400))));

        FleetStats stats = await(new ReadStats(REDIS.redis()).run());
        assertEquals(1, stats.completed());
        assertEquals(400, stats.averageMillis());
        assertEquals(List.of(id), scripts.takeEvents().finished());
        assertEquals(List.of(), scripts.readFleet().running());
    }

    @Test
    void aTaskWhoseClientLeftCountsNeitherAsCompletedNorAsFailed() {
        String id = scripts.dispatched();
        claim(id, "ws://slot/1");

        assertTrue(await(new FinishTask(REDIS.redis()).run(id, FinishTask.TaskEnd.ABORTED, Duration.ofMillis(400))));

        FleetStats stats = await(new ReadStats(REDIS.redis()).run());
        assertEquals(0, stats.completed() + stats.failed() + stats.averageMillis());
        assertEquals(List.of(id), scripts.takeEvents().finished());
    }

    @Test
    void aBackendThatLeavesGivesBackWhatItRan() {
        String id = scripts.dispatched();
        claim(id, "ws://slot/1");

        await(registration().unregister(List.of(backend), List.of(id)));

        Events events = scripts.takeEvents();
        assertEquals(List.of(id), events.finished());
        assertEquals(0, events.backends());
    }

    @Test
    void aProcessThatLeavesTakesItsNameFromTheReaders() {
        claim(scripts.dispatched(), "ws://slot/1");

        await(registration().leave("one", List.of(backend), List.of()));

        assertEquals(List.of(), await(REDIS.redis().commands().xinfoConsumers("queue.outcoming", "backend")));
    }

    @Test
    void aProcessThatLeavesDoesNotTakeAlongWhatItReadAndDidNotClaim() {
        String id = scripts.dispatched();
        scripts.read("leaving");

        await(registration().leave("leaving", List.of(backend), List.of()));

        assertEquals(id, takeOver(Duration.ZERO).get(0).id());
    }

    @Test
    void whatAProcessHandsBackIsReadByTheNextAtOnce() {
        String id = scripts.dispatched();
        try (DispatchedTasks leaving = DispatchedTasks.open(REDIS.redis(), "leaving")) {
            await(leaving.handBack(await(leaving.next(10, Duration.ofSeconds(5)))));
        }

        assertEquals(id, scripts.read("next").get(0).id());
        assertEquals(1, await(REDIS.redis().commands().xlen("queue.outcoming")));
    }

    @Test
    void handingBackTwiceHandsBackOnce() {
        scripts.dispatched();
        List<Dispatched> read = scripts.read("one");
        HandBackTasks handBack = new HandBackTasks(REDIS.redis());

        assertEquals(1, await(handBack.run(read)));
        assertEquals(0, await(handBack.run(read)));
        assertEquals(1, scripts.read("next").size());
    }

    @Test
    void aTaskThatWasClaimedMeanwhileIsNotHandedBack() {
        scripts.dispatched();
        List<Dispatched> read = scripts.read("one");
        scripts.claim(read.get(0), "ws://slot/1", backend);

        assertEquals(0, await(new HandBackTasks(REDIS.redis()).run(read)));
        assertEquals(0, await(REDIS.redis().commands().xlen("queue.outcoming")));
    }

    @Test
    void aShellIsKnownByItsEntryHoweverOftenItIsHandedBack() {
        String id = dispatchedShell();
        for (int i = 0; i < 3; i++) {
            List<Dispatched> read = scripts.read("one");
            assertEquals(List.of(new Dispatched(read.get(0).entry(), id, true, Set.of())), read);
            assertEquals(1, await(new HandBackTasks(REDIS.redis()).run(read)));
        }
    }

    @Test
    void aShellThatNoSlotWantsIsDeniedAndGivesItsPlaceBack() {
        String id = dispatchedShell();

        assertEquals(0, await(new HandBackTasks(REDIS.redis(), Duration.ZERO, Duration.ZERO).run(scripts.read("one"))));

        assertEquals(
                EndCode.NO_FREE_BACKEND,
                scripts.update(id).denied().orElseThrow().code());
        assertEquals(List.of(id), scripts.takeEvents().finished());
        assertEquals(List.of(), scripts.readFleet().running());
    }

    private String dispatchedShell() {
        TaskOptions shell = new TaskOptions(true, null, Format.SVG, StderrMode.STDOUT, 0);
        String id = scripts.submit(new TaskRecord(shell, "", 2, "server-1", "", false));
        scripts.takeEvents();
        scripts.apply(NewScheduler.dispatch(id, Duration.ofSeconds(30)));
        return id;
    }

    @Test
    void namesOfReadersThatDiedAreForgottenUnlessTheyHoldATask() {
        scripts.dispatched();
        claim(scripts.read("holds-nothing").get(0), "ws://slot/1");
        scripts.dispatched();
        scripts.read("holds-a-task");

        await(registration().register(1, Duration.ofMillis(-1)));

        assertEquals(
                1,
                await(REDIS.redis().commands().xinfoConsumers("queue.outcoming", "backend"))
                        .size());
        assertEquals(1, takeOver(Duration.ZERO).size());
    }

    @Test
    void aBackendThatRedisForgotIsBackUnderItsIdOnceItRenews() {
        assertEquals(new Registration.Renewal(0, 0), await(registration().renew(List.of(backend), List.of())));
        REDIS.clear();
        scripts = new ScriptFixture(REDIS.redis());

        assertEquals(new Registration.Renewal(1, 0), await(registration().renew(List.of(backend), List.of())));

        assertEquals(1, scripts.takeEvents().backends());
        assertInstanceOf(Claim.Won.class, claim(scripts.dispatched(), "ws://slot/1"));
    }

    @Test
    void aTaskThatRedisForgotIsBackInTheCountsOnceItsSlotRenews() {
        Registration.SlotExecution execution = execution(scripts.dispatched());
        REDIS.clear();
        scripts = new ScriptFixture(REDIS.redis());

        assertEquals(new Registration.Renewal(1, 1), renew(execution));

        ExecutingTask running = scripts.readFleet().running().get(0);
        assertEquals(execution.claim().task().id(), running.id());
        assertEquals(Duration.ofSeconds(30), running.now());
        assertEquals(List.of(), scripts.sweep().ended());
        assertEquals(new Registration.Renewal(0, 0), renew(execution));
    }

    @Test
    void aSchedulerThatDoesNotKnowThemReadsTasksThatCameBackAnew() {
        Registration.SlotExecution execution = execution(scripts.dispatched());
        REDIS.clear();
        scripts = new ScriptFixture(REDIS.redis());
        renew(execution);

        CompletionException failure = assertThrows(CompletionException.class, () -> scripts.takeEvents());
        assertInstanceOf(TasksBroughtBackException.class, failure.getCause());
        assertEquals(1, scripts.readFleet().backends());
        assertEquals(Events.AS_BEFORE, scripts.takeEvents().backends());
    }

    @Test
    void aTaskThatASweepGaveUpIsBackWhileItsSlotRunsIt() {
        String id = scripts.dispatched();
        Registration.SlotExecution execution = execution(id);
        scripts.delete("task:" + id);
        assertEquals(List.of(id), scripts.sweep().ended());

        assertEquals(new Registration.Renewal(0, 1), renew(execution));
        assertEquals(1, scripts.readFleet().running().size());
    }

    @Test
    void aTaskThatEndedBeforeItCameBackIsEndedBySweepsWhenNobodyRenewsIt() {
        String id = scripts.dispatched();
        Registration.SlotExecution execution = execution(id);
        assertTrue(await(new FinishTask(REDIS.redis()).run(id, FinishTask.TaskEnd.SUCCEEDED, Duration.ZERO)));
        renew(execution);
        assertTrue(await(REDIS.redis().commands().pttl("task:" + id)) <= ScriptFixture.LIFE.toMillis());
        scripts.delete("task:" + id);

        assertEquals(List.of(id), scripts.sweep().ended());
    }

    @Test
    void aTaskWhoseEndWasForgottenInAFailoverIsEndedBySweepsThoughItsSlotLives() {
        String id = scripts.dispatched();
        execution(id);
        holdNoLonger(id);
        await(registration().renew(List.of(backend), List.of()));

        assertEquals(List.of(id), scripts.sweep().ended());
        assertEquals(List.of(), scripts.readFleet().running());
    }

    @Test
    void aTaskThatItsSlotRenewsIsNotEndedHoweverLongItRuns() {
        String id = scripts.dispatched();
        Registration.SlotExecution execution = execution(id);
        holdNoLonger(id);

        renew(execution);

        assertEquals(List.of(), scripts.sweep().ended());
    }

    @Test
    void aTaskThatTheSchedulerDoesNotCountIsNotEndedThoughNobodyRenewsIt() {
        String id = scripts.dispatched();
        await(REDIS.redis().commands().hdel("queue.executing", id));
        execution(id);

        assertFalse(await(REDIS.redis().commands().hexists("task:" + id, "held")));
        assertEquals(List.of(), scripts.sweep().ended());
    }

    /** As if the time had passed for which the claim holds. */
    private static void holdNoLonger(String id) {
        assertFalse(await(REDIS.redis().commands().hset("task:" + id, "held", new byte[] {'1'})), "the claim holds it");
    }

    private Registration.SlotExecution execution(String id) {
        Dispatched task = scripts.read("reader").get(0);
        ClaimTasks.ClaimRequest claim = new ClaimTasks.ClaimRequest(task, "ws://slot/1", backend);
        assertInstanceOf(Claim.Won.class, scripts.claim(task, "ws://slot/1", backend), id);
        return new Registration.SlotExecution(claim, TaskOptions.DEFAULT, Duration.ofSeconds(30));
    }

    private Registration.Renewal renew(Registration.SlotExecution execution) {
        return await(registration().renew(List.of(backend), List.of(execution)));
    }

    @Test
    void renewingBringsBackTheConsumerGroup() {
        await(REDIS.redis().commands().xgroupDestroy("queue.outcoming", "backend"));

        await(registration().renew(List.of(backend), List.of()));

        assertInstanceOf(Claim.Won.class, claim(scripts.dispatched(), "ws://slot/1"));
    }

    @Test
    void theSweepNoticesADeadBackendAndItsTask() {
        String id = scripts.dispatched();
        claim(id, "ws://slot/1");
        scripts.delete("backend:" + backend);

        Sweep sweep = scripts.sweep();

        assertEquals(0, sweep.backends());
        assertEquals(List.of(id), sweep.ended());
        assertEquals(List.of(), scripts.sweep().ended());
    }

    @Test
    void theSweepNoticesATaskWhoseKeysAreGone() {
        String id = scripts.dispatched();
        claim(id, "ws://slot/1");
        scripts.delete("task:" + id);

        assertEquals(List.of(id), scripts.sweep().ended());
        assertEquals(List.of(), scripts.readFleet().running());
    }

    @Test
    void theSweepLeavesALivingTaskAlone() {
        claim(scripts.dispatched(), "ws://slot/1");

        Sweep sweep = scripts.sweep();

        assertEquals(new Sweep(1, List.of(), List.of(), sweep.requeuedScore(), List.of()), sweep);
    }

    @Test
    void theSweepPutsATaskThatNobodyClaimedBackAheadOfTheQueue() {
        String lost = scripts.dispatched();
        scripts.read("dead");
        scripts.submit();
        scripts.takeEvents();

        Sweep sweep = scripts.sweep();
        Arrival found = scripts.readFleet().waiting().get(0);

        assertEquals(List.of(lost), sweep.requeued());
        assertEquals(lost, found.id());
        assertEquals(sweep.requeuedScore(), found.score());
        assertTrue(found.ahead(), "a restarted scheduler does not know that it goes ahead");
        assertEquals(List.of(), scripts.sweep().requeued(), "the second sweep");
    }

    @Test
    void theSweepPutsTasksThatNobodyReadsBackAheadOfTheQueueInTheirOrder() {
        List<String> unread = List.of(scripts.dispatched(), scripts.dispatched());

        Sweep sweep = scripts.sweep();

        assertEquals(unread, sweep.requeued());
        assertEquals(
                unread, scripts.readFleet().waiting().stream().map(Arrival::id).toList());
        assertEquals(List.of(), scripts.readFleet().running());
        assertEquals(0, await(REDIS.redis().commands().xlen("queue.outcoming")));
        assertEquals(List.of(), scripts.sweep().requeued(), "the second sweep");
    }

    @Test
    void aTaskThatWasDispatchedAMomentAgoIsLeftToASlotThatIsAboutToBeFree() {
        String id = scripts.dispatched();

        Sweep sweep = await(new SweepFleet(REDIS.redis(), Duration.ofMinutes(1)).run(scripts.token, List.of()));

        assertEquals(List.of(), sweep.requeued());
        assertEquals(id, scripts.read("one").get(0).id());
    }

    @Test
    void aTaskThatIsReadAtTheMomentOfTheSweepRunsOnce() {
        scripts.dispatched();
        Dispatched read = scripts.read("one").get(0);
        scripts.sweep();

        assertInstanceOf(Claim.Gone.class, scripts.claim(read, "ws://slot/1", backend));

        assertEquals(1, scripts.readFleet().waiting().size());
        assertEquals(0, await(REDIS.redis().commands().scard("queue.processing")));
    }

    @Test
    void aTaskWhoseKeysAreGoneIsNotStoredAnewByTheSweep() {
        String lost = scripts.dispatched();
        scripts.read("dead");
        scripts.delete("task:" + lost);

        scripts.sweep();

        assertEquals(0, await(REDIS.redis().commands().exists("task:" + lost)));
    }

    @Test
    void aQueueServerLearnsThatItsLeaseHadLapsed() {
        ServerLease lease = new ServerLease(REDIS.redis(), ScriptFixture.LIFE);

        assertFalse(await(lease.renew()), "new");
        assertTrue(await(lease.renew()));
        await(lease.release());
        assertFalse(await(lease.renew()), "lapsed");
    }

    @Test
    void theSweepNamesQueueServersWhoseLeaseRanOut() {
        ServerLease alive = new ServerLease(REDIS.redis(), ScriptFixture.LIFE);
        await(alive.renew());

        assertEquals(List.of("dead"), scripts.sweep(alive.id(), "dead").deadServers());
    }

    @Test
    void aSubscriptionTellsTheAddressThatTheListHolds() throws Exception {
        var woken = new CompletableFuture<List<TaskUpdate>>();
        try (TaskUpdates updates = TaskUpdates.subscribe(REDIS.redis(), woken::complete)) {
            String id = scripts.dispatched();
            claim(id, "ws://slot/1");

            assertEquals(List.of(scripts.update(id)), woken.get(20, TimeUnit.SECONDS));
        }
    }

    private static Registration registration() {
        return new Registration(REDIS.redis(), ScriptFixture.LIFE);
    }

    private static List<Dispatched> takeOver(Duration idle) {
        try (DispatchedTasks tasks = DispatchedTasks.open(REDIS.redis(), "alive")) {
            return await(tasks.takeOver(10, idle));
        }
    }

    @Test
    void poolFiguresOfAllProcessesAddUpAndSayingThemTwiceChangesNothing() {
        PublishPool one = new PublishPool(REDIS.redis(), "one", Duration.ofMinutes(1));
        await(one.run(new PoolFigures(5, 3, 2, 4, 2)));
        await(one.run(new PoolFigures(5, 3, 2, 4, 2)));
        await(new PublishPool(REDIS.redis(), "two", Duration.ofMinutes(1)).run(new PoolFigures(1, 0, 0, 1, 1)));

        assertEquals(
                new PoolFigures(6, 3, 2, 5, 3),
                await(new ReadStats(REDIS.redis()).run()).pool());
    }

    @Test
    void aProcessThatIsGoneLeavesItsTotalsAndNothingActive() {
        Duration over = Duration.ofMillis(-5000);
        await(new PublishPool(REDIS.redis(), "dead", over).run(new PoolFigures(5, 3, 2, 4, 2)));
        PoolFigures left = new PoolFigures(5, 3, 2, 4, 0);
        assertEquals(left, await(new ReadStats(REDIS.redis()).run()).pool());

        await(new PublishPool(REDIS.redis(), "alive", Duration.ofMinutes(1)).run(PoolFigures.NONE));
        assertEquals(left, await(new ReadStats(REDIS.redis()).run()).pool());
    }

    private Claim claim(String id, String address) {
        Dispatched task = scripts.read("one").get(0);
        assertEquals(id, task.id());
        return claim(task, address);
    }

    private Claim claim(Dispatched task, String address) {
        return scripts.claim(task, address, backend);
    }
}
