package asyfleet.redis;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.redis.backend.ClaimTasks;
import asyfleet.redis.backend.Dispatched;
import asyfleet.redis.backend.Registration;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.queueserver.CountForeignTask;
import asyfleet.redis.queueserver.FleetStats;
import asyfleet.redis.queueserver.ReadStats;
import asyfleet.redis.queueserver.RenewTasks;
import asyfleet.redis.queueserver.Submission;
import asyfleet.redis.queueserver.TaskUpdate;
import asyfleet.redis.queueserver.WithdrawSubmission;
import asyfleet.redis.reuse.RecentFiles;
import asyfleet.redis.scheduler.Leadership;
import asyfleet.redis.scheduler.PublishEstimates;
import asyfleet.redis.scheduler.QueueCommand;
import asyfleet.redis.schema.AbandonTasks;
import asyfleet.redis.schema.DenialRecord;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.RemoveTask;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The scripts of a queue server, on a real Redis: each may run twice, lose its race, or have its reply lost. */
@Tag("slow")
class TaskScriptsTest {

    private static final RedisFixture REDIS = RedisFixture.start();
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
    void aSubmittedTaskIsStoredAndIncoming() {
        String id = scripts.submit();

        assertEquals(List.of(id), incoming());
        assertTrue(ttl("task:" + id) > 0);
        assertTrue(ttl("task:" + id + ":files") > 0);
    }

    @Test
    void aSubmissionSentAgainIsTheSameTask() {
        Submission first = scripts.submit("nonce", ScriptFixture.task(2), 200);
        Submission second = scripts.submit("nonce", ScriptFixture.task(2), 200);

        assertEquals(first, second);
        assertEquals(1, incoming().size());
    }

    @Test
    void aWithdrawnSubmissionNamesItsTaskOnce() {
        String id = ((Submission.Accepted) scripts.submit("nonce", ScriptFixture.task(2), 200)).id();
        WithdrawSubmission withdraw = new WithdrawSubmission(REDIS.redis());

        assertEquals(Optional.of(id), await(withdraw.run("nonce")));
        assertEquals(Optional.empty(), await(withdraw.run("nonce")));
    }

    @Test
    void aSubmissionThatComesAfterItWasWithdrawnLeavesNoTask() {
        await(new WithdrawSubmission(REDIS.redis()).run("nonce"));

        assertInstanceOf(Submission.QueueFull.class, scripts.submit("nonce", ScriptFixture.task(2), 200));
        assertEquals(List.of(), incoming());
    }

    @Test
    void theNextTaskIsRefusedWhenTheQueueIsFull() {
        scripts.submit("a", ScriptFixture.task(2), 2);
        scripts.takeEvents();
        scripts.submit("b", ScriptFixture.task(2), 2);

        Submission refused = scripts.submit("c", ScriptFixture.task(2), 2);

        assertEquals(
                "Queue full: 2 tasks queued (max: 2)",
                assertInstanceOf(Submission.QueueFull.class, refused).message());
        assertEquals(1, incoming().size());
    }

    @Test
    void aTaskThatWasAcceptedBeforeIsNeverRefused() {
        scripts.submit("a", ScriptFixture.task(2), 1);

        assertInstanceOf(Submission.Accepted.class, scripts.submit("b", ScriptFixture.task(2), 0));
    }

    @Test
    void idsNeverRepeatNotEvenAfterRedisRestartedEmpty() {
        String before = scripts.submit();
        REDIS.clear();

        assertNotEquals(before, scripts.submit());
    }

    @Test
    void idsNeverRepeatNotEvenIfANewMasterHasNotHeardOfTheLast() {
        String task = scripts.submit();
        String slot = scripts.register(1).get(0);
        setBack(RedisKeys.TASK_COUNTER, task);
        setBack(RedisKeys.BACKEND_COUNTER, slot);
        setBack(RedisKeys.EPOCH, scripts.token.value());

        Leadership leadership = new Leadership(REDIS.redis(), Duration.ofMinutes(1));
        await(leadership.release(scripts.token));

        assertLater(task, scripts.submit());
        assertLater(slot, scripts.register(1).get(0));
        assertLater(
                scripts.token.value(), await(leadership.acquire()).orElseThrow().value());
    }

    /** As a replica has it that did not get the last write. */
    private static void setBack(String counter, String last) {
        String before = String.valueOf(Long.parseLong(last) - 1);
        await(REDIS.redis().commands().set(counter, before.getBytes(StandardCharsets.UTF_8)));
    }

    private static void assertLater(String before, String after) {
        assertTrue(Long.parseLong(after) > Long.parseLong(before), after + " after " + before);
    }

    @Test
    void aScriptThatRedisHasForgottenIsSentAgain() {
        scripts.submit();
        REDIS.forgetScripts();

        assertTrue(Long.parseLong(scripts.submit()) > 0);
    }

    @Test
    void anAbandonedWaitingTaskLeavesNoKeyAndIsToldToTheScheduler() {
        String id = scripts.submit();
        scripts.takeEvents();

        assertEquals(List.of(), await(new AbandonTasks(REDIS.redis()).run(List.of(id))));

        assertEquals(List.of(id), scripts.takeEvents().finished());
        assertTrue(
                REDIS.keys().stream().noneMatch(key -> key.contains(id)),
                REDIS.keys().toString());
    }

    @Test
    void anAbandonedRunningTaskKeepsItsPlaceAndNamesItsSlot() {
        String backend = scripts.register(1).get(0);
        String id = scripts.dispatched();
        scripts.claim(scripts.read("one").get(0), "ws://slot/1", backend);

        assertEquals(List.of("ws://slot/1"), await(new AbandonTasks(REDIS.redis()).run(List.of(id))));
        assertEquals(List.of(), scripts.takeEvents().finished());
    }

    @Test
    void abandoningTwiceHarmsNothing() {
        String id = scripts.submit();
        scripts.takeEvents();
        await(new AbandonTasks(REDIS.redis()).run(List.of(id)));
        await(new AbandonTasks(REDIS.redis()).run(List.of(id)));

        scripts.takeEvents();

        assertEquals(List.of(), scripts.readFleet().waiting());
    }

    @Test
    void renewingNamesTheTasksThatRedisLost() {
        String kept = scripts.submit();

        assertEquals(
                List.of("404"), await(new RenewTasks(REDIS.redis(), ScriptFixture.LIFE).run(List.of(kept, "404"))));
    }

    @Test
    void theAddressOfATaskThatItsSlotBroughtBackIsReadThere() {
        String backend = scripts.register(1).get(0);
        String id = scripts.dispatched();
        Dispatched task = scripts.read("one").get(0);
        scripts.claim(task, "ws://slot/1", backend);
        REDIS.clear();
        bringBack(new ClaimTasks.ClaimRequest(task, "ws://slot/1", backend));

        assertEquals(List.of(), await(new RenewTasks(REDIS.redis(), ScriptFixture.LIFE).run(List.of(id))));
        assertEquals(Optional.of("ws://slot/1"), scripts.update(id).address());
    }

    private static void bringBack(ClaimTasks.ClaimRequest claim) {
        var execution = new Registration.SlotExecution(claim, TaskOptions.DEFAULT, Duration.ofSeconds(30));
        await(new Registration(REDIS.redis(), ScriptFixture.LIFE).renew(List.of(claim.backend()), List.of(execution)));
    }

    @Test
    void updatesCanBeReadTwiceAndHoldTheNewestOfEachKind() {
        String id = scripts.submit();
        scripts.takeEvents();
        publish(id, Duration.ofMillis(2500));
        publish(id, Duration.ofMillis(1500));
        scripts.update(id);

        TaskUpdate update = scripts.update(id);

        assertEquals(Optional.of(Duration.ofMillis(1500)), update.estimate());
        assertEquals(Optional.empty(), update.address());
        assertEquals(Optional.empty(), update.denied());
    }

    @Test
    void aDenialIsReadAsItWasGiven() {
        String id = scripts.submit();
        scripts.takeEvents();
        DenialRecord denial = new DenialRecord(EndCode.QUEUE_TIMEOUT, "Waited too long");

        scripts.apply(new QueueCommand.Deny(id, denial));

        assertEquals(Optional.of(denial), scripts.update(id).denied());
    }

    @Test
    void aDenialOfAnotherProgramIsAPlainSentence() {
        assertEquals(new DenialRecord(EndCode.UNAVAILABLE, "no room"), DenialRecord.fromLine("no room"));
    }

    @Test
    void aRemovedTaskLeavesNoKey() {
        String id = scripts.submit();

        await(new RemoveTask(REDIS.redis()).run(id));

        assertTrue(
                REDIS.keys().stream().noneMatch(key -> key.startsWith("task:")),
                REDIS.keys().toString());
    }

    @Test
    void whatAnotherProgramAnsweredIsCountedOnce() {
        String id = scripts.submit();
        CountForeignTask count = new CountForeignTask(REDIS.redis());

        assertTrue(await(count.run(id, true, Optional.of(Duration.ofMillis(40)))));
        assertFalse(await(count.run(id, true, Optional.of(Duration.ofMillis(40)))));
        assertTrue(await(count.run(scripts.submit(), false, Optional.empty())));

        FleetStats stats = await(new ReadStats(REDIS.redis()).run());
        assertEquals(1, stats.completed());
        assertEquals(1, stats.failed());
        assertEquals(40, stats.averageMillis());
    }

    @Test
    void whatOurOwnSlotAnsweredIsNotCountedForIt() {
        String backend = scripts.register(1).get(0);
        String id = scripts.dispatched();
        scripts.claim(scripts.read("one").get(0), "ws://slot/1", backend);

        assertFalse(await(new CountForeignTask(REDIS.redis()).run(id, true, Optional.empty())));
    }

    @Test
    void recentFilesAreFoundByTheirHashes() {
        RecentFiles files = new RecentFiles(REDIS.redis(), Duration.ofMinutes(1));
        byte[] contents = {0, 1, (byte) 255};
        await(files.keep("", "ab12", contents));
        await(files.keep("", "ef56", new byte[0]));

        Map<String, byte[]> found = find(files, Map.of("ab12", 1, "cd34", 1, "ef56", 1), 3);
        assertEquals(Set.of("ab12", "ef56"), found.keySet());
        assertArrayEquals(contents, found.get("ab12"));
        assertArrayEquals(new byte[0], found.get("ef56"));
    }

    @Test
    void aFileIsFoundInItsOwnScopeOnly() {
        RecentFiles files = new RecentFiles(REDIS.redis(), Duration.ofMinutes(1));
        await(files.keep("token alice", "ab12", new byte[] {1}));

        for (String other : List.of("token bob", "")) {
            RecentFiles.Finding none = await(files.find(new RecentFiles.Wanted(other, Map.of("ab12", 1), 10)));
            assertEquals(new RecentFiles.Finding.Found(Map.of()), none);
        }
        RecentFiles.Finding own = await(files.find(new RecentFiles.Wanted("token alice", Map.of("ab12", 1), 10)));
        assertArrayEquals(
                new byte[] {1},
                assertInstanceOf(RecentFiles.Finding.Found.class, own)
                        .contents()
                        .get("ab12"));
    }

    @Test
    void filesThatAreTooLargeTogetherAreMeasuredAndNotRead() {
        RecentFiles files = new RecentFiles(REDIS.redis(), Duration.ofMinutes(1));
        await(files.keep("", "ab12", new byte[1000]));
        await(files.keep("", "cd34", new byte[10]));

        assertEquals(
                new RecentFiles.Finding.TooLarge(3010),
                await(files.find(new RecentFiles.Wanted("", Map.of("ab12", 3, "cd34", 1), 3009))));
        assertEquals(2, find(files, Map.of("ab12", 3, "cd34", 1), 3010).size());
    }

    private static Map<String, byte[]> find(RecentFiles files, Map<String, Integer> hashes, long mostBytes) {
        RecentFiles.Finding finding = await(files.find(new RecentFiles.Wanted("", hashes, mostBytes)));
        return assertInstanceOf(RecentFiles.Finding.Found.class, finding).contents();
    }

    private void publish(String id, Duration estimate) {
        assertTrue(await(new PublishEstimates(REDIS.redis()).run(scripts.token, Map.of(id, estimate))));
    }

    private static List<String> incoming() {
        return await(REDIS.redis().commands().lrange("queue.incoming", 0, -1)).stream()
                .map(Reply::text)
                .toList();
    }

    private static long ttl(String key) {
        return await(REDIS.redis().commands().ttl(key));
    }
}
