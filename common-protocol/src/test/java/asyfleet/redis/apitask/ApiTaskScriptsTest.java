package asyfleet.redis.apitask;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.redis.apitask.ApiTaskOwner.Look;
import asyfleet.redis.connection.RedisFailure;
import asyfleet.redis.connection.WriteCheck;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Asynchronous tasks and their owners, on a real Redis. */
@Tag("slow")
class ApiTaskScriptsTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final Duration LIFE = Duration.ofMinutes(10);
    private static final Map<String, byte[]> FILES = Map.of("main.asy", bytes("draw(unitcircle);"));

    /** Servers that an earlier look found without a lease. */
    private static final List<String> FIRST = List.of("first");

    private static final ApiTasks.Contents CONTENTS = new ApiTasks.Contents(Map.of("asked", bytes("this")), FILES);

    private final ApiTasks tasks = new ApiTasks(REDIS.redis(), new ApiTasks.Lives(LIFE, Duration.ofMinutes(5)));
    private final ApiTaskOwner first = new ApiTaskOwner(REDIS.redis(), "first", LIFE);
    private final ApiTaskOwner second = new ApiTaskOwner(REDIS.redis(), "second", LIFE);
    private final ApiTaskOwner third = new ApiTaskOwner(REDIS.redis(), "third", LIFE);

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void aStoredTaskWaitsWithItsFilesAndItsOwner() {
        store("a");

        ApiTask task = await(tasks.find("a")).orElseThrow();
        assertEquals("waiting", task.state());
        assertEquals("first", task.owner());
        assertEquals(Optional.of("this"), task.field("asked"));
        assertArrayEquals(FILES.get("main.asy"), await(tasks.findFiles("a")).get("main.asy"));
        assertTrue(secondsLeft("api.task:a") > 500);
    }

    @Test
    void aFullQueueStoresNothing() {
        await(REDIS.redis().commands().rpush("queue.incoming", bytes("1"), bytes("2")));

        assertEquals(Optional.of(2L), await(tasks.store("a", "first", new ApiTasks.Contents(Map.of(), FILES), 2)));
        assertEquals(List.of("queue.incoming"), REDIS.keys());
    }

    @Test
    void aTaskThatWasRemovedLeavesNothingBehind() {
        store("a");
        await(tasks.remove("a"));

        assertEquals(List.of(), await(first.keep()));
        assertEquals(List.of("api.owners"), REDIS.keys());
    }

    @Test
    void storingTwiceKeepsWhatHappenedSince() {
        store("a");
        await(tasks.record("a", "first", Map.of("state", "running"), 0, List.of()));
        store("a");

        assertEquals("running", await(tasks.find("a")).orElseThrow().state());
    }

    @Test
    void eventsThatAreSentAgainAfterALostReplyAreThereOnce() {
        store("a");
        assertTrue(record("a", 0, "one", "two"));
        assertTrue(record("a", 0, "one", "two"));
        assertTrue(record("a", 2, "three"));

        assertEquals(List.of("one", "two", "three"), await(tasks.findEvents("a", 0, 100)));
        assertEquals(List.of("two"), await(tasks.findEvents("a", 1, 1)));
    }

    @Test
    void aTaskThatRedisLostIsSaidToBeGoneUntilItsOwnerPutsItBack() {
        store("a");
        record("a", 0, "one", "two");
        REDIS.clear();
        assertEquals(ApiTasks.Written.GONE, await(tasks.record("a", "first", Map.of(), 2, List.of("three"))));
        await(tasks.restore("a", "first", CONTENTS, 2));
        await(tasks.restore("a", "first", CONTENTS, 2));

        assertTrue(record("a", 2, "three"));
        assertEquals(List.of("", "", "three"), await(tasks.findEvents("a", 0, 100)));
        assertEquals(List.of("a"), await(first.keep()));
        assertArrayEquals(FILES.get("main.asy"), await(tasks.findFiles("a")).get("main.asy"));
        assertTrue(secondsLeft("api.task:a:events") > 500);
    }

    @Test
    void puttingBackATaskThatIsThereOrHasEndedChangesNothing() {
        store("a");
        await(tasks.finish("a", "first", end("succeeded")));
        await(tasks.restore("a", "second", CONTENTS, 5));

        ApiTask task = await(tasks.find("a")).orElseThrow();
        assertEquals("first", task.owner());
        assertEquals("succeeded", task.state());
        assertEquals(List.of("complete"), await(tasks.findEvents("a", 0, 100)));
    }

    @Test
    void aFullQueueIsNoReasonNotToPutATaskBack() {
        await(REDIS.redis().commands().rpush("queue.incoming", bytes("1"), bytes("2")));
        await(tasks.restore("a", "first", CONTENTS, 0));

        assertEquals("waiting", await(tasks.find("a")).orElseThrow().state());
    }

    @Test
    void whoIsNotTheOwnerWritesNothing() {
        store("a");

        assertEquals(
                ApiTasks.Written.NOT_YOURS,
                await(tasks.record("a", "second", Map.of("state", "running"), 0, List.of("lie"))));
        assertEquals(ApiTasks.Written.NOT_YOURS, await(tasks.finish("a", "second", end("failed"))));
        assertEquals("waiting", await(tasks.find("a")).orElseThrow().state());
        assertEquals(0, await(tasks.countEvents("a")));
    }

    @Test
    void aFinishedTaskKeepsItsImageForAWhileAndLosesItsFiles() {
        store("a");
        assertEquals(ApiTasks.Written.DONE, await(tasks.finish("a", "first", end("succeeded"))));

        assertArrayEquals(bytes("picture"), await(tasks.findImage("a")).orElseThrow());
        assertEquals(List.of("complete"), await(tasks.findEvents("a", 0, 100)));
        assertEquals(List.of("api.owners", "api.task:a", "api.task:a:events", "api.task:a:image"), REDIS.keys());
        for (String key : List.of("api.task:a", "api.task:a:events", "api.task:a:image")) {
            long left = secondsLeft(key);
            assertTrue(left > 200 && left <= 300, key + " lives " + left);
        }
    }

    @Test
    void aTaskEndsOnce() {
        store("a");
        assertEquals(ApiTasks.Written.DONE, await(tasks.finish("a", ApiTasks.CLIENT, end("aborted"))));
        assertEquals(ApiTasks.Written.NOT_YOURS, await(tasks.finish("a", "first", end("succeeded"))));
        assertFalse(record("a", 1, "late"));

        assertEquals("aborted", await(tasks.find("a")).orElseThrow().state());
        assertEquals(1, await(tasks.countEvents("a")));
    }

    @Test
    void anUnknownTaskCannotEnd() {
        assertEquals(ApiTasks.Written.GONE, await(tasks.finish("a", ApiTasks.CLIENT, end("aborted"))));
        assertEquals(List.of(), REDIS.keys());
    }

    @Test
    void aTaskOfALivingOwnerIsNotAdopted() {
        alive("first");
        alive("second");
        store("a");

        assertEquals(new Look(List.of(), List.of()), await(second.adopt(FIRST)));
    }

    @Test
    void anOwnerThatIsFoundWithoutALeaseForTheFirstTimeKeepsItsTasks() {
        alive("second");
        store("a");

        assertEquals(new Look(List.of(), FIRST), await(second.adopt(List.of())));
        assertEquals(new Look(List.of("a"), FIRST), await(second.adopt(FIRST)));
        assertEquals(new Look(List.of(), List.of()), await(second.adopt(FIRST)));
    }

    @Test
    void whoHasNoLeaseItselfTakesNobodyForDead() {
        store("a");

        assertEquals(new Look(List.of(), List.of()), await(second.adopt(FIRST)));
        assertEquals("first", await(tasks.find("a")).orElseThrow().owner());
    }

    @Test
    void nothingIsTakenFromAnybodyWhileRedisIsFull() {
        alive("second");
        store("a");
        await(REDIS.redis().commands().configSet("maxmemory", "1"));
        try {
            CompletionStage<Look> look = second.adopt(FIRST);
            CompletionException failure = assertThrows(CompletionException.class, () -> await(look));
            assertTrue(RedisFailure.inWords(failure).startsWith("Redis is full"), failure.toString());
            assertThrows(CompletionException.class, () -> await(WriteCheck.ask(REDIS.redis())));
        } finally {
            await(REDIS.redis().commands().configSet("maxmemory", "0"));
        }
        assertEquals(List.of("a"), await(first.keep()));
        assertEquals("first", await(tasks.find("a")).orElseThrow().owner());
        await(WriteCheck.ask(REDIS.redis()));
    }

    @Test
    void anOwnerThatWasTakenForDeadChangesNothingAnyMore() {
        store("a");
        record("a", 0, "one");
        alive("second");
        assertEquals(List.of("a"), await(second.adopt(FIRST)).adopted());
        alive("first");

        assertFalse(record("a", 1, "from the dead"));
        assertEquals(ApiTasks.Written.NOT_YOURS, await(tasks.finish("a", "first", end("succeeded"))));
        assertEquals(List.of(), await(first.adopt(FIRST)).adopted());
        assertEquals("second", await(tasks.find("a")).orElseThrow().owner());
    }

    @Test
    void ofManyWhoNoticeTheSameDeathEachTaskGoesToOne() {
        IntStream.range(0, 50).forEach(i -> store("task-" + i));
        alive("second");
        alive("third");
        List<CompletionStage<Look>> looks = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            looks.add(second.adopt(FIRST));
            looks.add(third.adopt(FIRST));
        }
        List<String> adopted = new ArrayList<>();
        looks.forEach(look -> adopted.addAll(await(look).adopted()));

        assertEquals(50, adopted.size());
        assertEquals(50, adopted.stream().distinct().count());
        assertFalse(REDIS.keys().contains("api.owned:first"));
        assertEquals(1, await(tasks.find("task-7")).orElseThrow().adoptions());
    }

    @Test
    void whatWasAdoptedWithALostReplyIsNamedWhenItIsKept() {
        store("a");
        alive("second");
        await(second.adopt(FIRST));
        assertEquals(List.of(), await(second.adopt(FIRST)).adopted());

        assertEquals(List.of("a"), await(second.keep()));
        assertEquals(List.of(), await(first.keep()));
    }

    @Test
    void keepingRenewsAllTasksOfAnOwnerHoweverMany() {
        IntStream.range(0, 700).forEach(i -> store("task-" + i));
        await(REDIS.redis().commands().expire("api.task:task-7", 100));
        await(REDIS.redis().commands().expire("api.task:task-7:files", 100));

        assertEquals(700, await(first.keep()).stream().distinct().count());
        assertTrue(secondsLeft("api.task:task-7") > 500);
        assertTrue(secondsLeft("api.task:task-7:files") > 500);
    }

    @Test
    void aTaskThatExpiredLeavesTheIndex() {
        store("a");
        await(REDIS.redis().commands().del("api.task:a"));

        assertEquals(List.of(), await(first.keep()));
        assertFalse(REDIS.keys().contains("api.owned:first"));
    }

    @Test
    void aFinishedTaskWithAWebhookStaysAdoptableUntilItIsReleased() {
        await(tasks.store("a", "first", new ApiTasks.Contents(Map.of("webhook", bytes("https://x/")), FILES), 10));
        await(tasks.finish("a", "first", end("succeeded")));
        alive("second");
        assertEquals(List.of("a"), await(second.adopt(FIRST)).adopted());
        assertEquals("succeeded", await(tasks.find("a")).orElseThrow().state());

        assertEquals(0, await(first.release("a")));
        assertFalse(await(tasks.find("a")).orElseThrow().isTold(), "another owner has yet to tell");
        assertEquals(1, await(second.release("a")));
        assertEquals(0, await(second.release("a")));
        assertEquals(List.of(), await(second.keep()));
        assertTrue(await(tasks.find("a")).orElseThrow().isTold(), "so that nobody is told again");
    }

    @Test
    void releasingATaskThatExpiredLeavesNothingBehind() {
        await(first.release("a"));

        assertEquals(List.of(), REDIS.keys());
    }

    @Test
    void lookingForTheDeadCostsTheSameHoweverManyTasksThereAre() {
        alive("first");
        alive("second");
        IntStream.range(0, 200).forEach(i -> store("task-" + i));
        Map<String, Long> before = REDIS.commandCalls();
        await(second.adopt(FIRST));
        Map<String, Long> after = REDIS.commandCalls();

        assertEquals(1, after.getOrDefault("smembers", 0L) - before.getOrDefault("smembers", 0L));
        assertEquals(before.getOrDefault("spop", 0L), after.getOrDefault("spop", 0L));
        assertEquals(before.get("hset"), after.get("hset"));
    }

    private void store(String id) {
        assertEquals(Optional.empty(), await(tasks.store(id, "first", CONTENTS, 1000)));
    }

    private boolean record(String id, int before, String... events) {
        return await(tasks.record(id, "first", Map.of(), before, List.of(events))) == ApiTasks.Written.DONE;
    }

    private static ApiTasks.End end(String state) {
        return new ApiTasks.End(state, bytes("{}"), "complete", bytes("picture"));
    }

    private static void alive(String server) {
        await(REDIS.redis().commands().set("server:" + server, new byte[0]));
    }

    private static long secondsLeft(String key) {
        return await(REDIS.redis().commands().ttl(key));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
