package asyfleet.redis.apitask;

import static asyfleet.redis.ScriptFixture.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.redis.RedisFixture;
import asyfleet.redis.apitask.ApiBatches.Bound;
import asyfleet.redis.apitask.ApiBatches.EndedFigure;
import asyfleet.redis.apitask.ApiBatches.Stored;
import asyfleet.redis.apitask.ApiTasks.Written;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Batches and the ends of their figures, on a real Redis. */
@Tag("slow")
class ApiBatchScriptsTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final ApiTasks.Lives LIVES = new ApiTasks.Lives(Duration.ofMinutes(10), Duration.ofMinutes(5));
    private static final ApiTasks.Contents CONTENTS =
            new ApiTasks.Contents(Map.of("batch", bytes("2")), Map.of("0", bytes("draw(unitcircle);")));
    private static final Bound BOUND = new Bound("me", 2, 3);

    private final ApiTasks tasks = new ApiTasks(REDIS.redis(), LIVES);
    private final ApiBatches batches = new ApiBatches(REDIS.redis(), LIVES, Duration.ofHours(1));

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void aStoredBatchIsATaskOfItsOwner() {
        assertEquals(Stored.STORED, store("a", "me"));
        assertEquals(Stored.STORED, store("a", "me"), "twice");

        ApiTask batch = await(tasks.find("a")).orElseThrow();
        assertTrue(batch.isBatch());
        assertEquals("first", batch.owner());
        assertEquals(List.of("a"), await(new ApiTaskOwner(REDIS.redis(), "first", LIVES.unfinished()).keep()));
    }

    @Test
    void aCallerHasNoMoreBatchesThanItMayUntilOneEndsOrExpires() {
        store("a", "me");
        store("b", "me");

        assertEquals(Stored.TOO_MANY_OF_CALLER, store("c", "me"));
        assertEquals(Stored.STORED, store("c", "you"));
        assertEquals(Stored.TOO_MANY, store("d", "they"));
        await(tasks.finish("a", "first", new ApiTasks.End("complete", bytes("{}"), "complete\n{}", new byte[0])));
        assertEquals(Stored.STORED, store("d", "me"));
        await(REDIS.redis().commands().unlink("api.task:b"));
        assertEquals(Stored.STORED, store("e", "me"));
    }

    @Test
    void aFigureEndsOnceHoweverOftenItIsSaid() {
        store("a", "me");
        EndedFigure end = new EndedFigure(2, "{}", "figure\n{}", List.of(bytes("one"), bytes("two")));

        assertEquals(Written.DONE, await(batches.record("a", "first", end)));
        assertEquals(
                Written.DONE,
                await(batches.record("a", "first", new EndedFigure(2, "{}", "figure\n{}", List.of(bytes("x"))))));

        assertEquals(1, await(tasks.countEvents("a")));
        assertEquals("two", new String(await(batches.image("a", 2, 2)).orElseThrow(), StandardCharsets.UTF_8));
        assertEquals("one", new String(await(batches.image("a", 2, 1)).orElseThrow(), StandardCharsets.UTF_8));
        assertTrue(await(batches.ends("a", 2)).get(0).isEmpty());
        assertTrue(await(batches.ends("a", 2)).get(1).isPresent());
    }

    @Test
    void onlyTheOwnerOfABatchThatHasNotEndedEndsFigures() {
        EndedFigure end = new EndedFigure(1, "{}", "figure\n{}", List.of());
        assertEquals(Written.GONE, await(batches.record("a", "first", end)));

        store("a", "me");
        assertEquals(Written.NOT_YOURS, await(batches.record("a", "second", end)));
        await(tasks.finish(
                "a", ApiTasks.CLIENT, new ApiTasks.End("aborted", bytes("{}"), "complete\n{}", new byte[0])));
        assertEquals(Written.NOT_YOURS, await(batches.record("a", "first", end)));
        assertTrue(await(batches.ends("a", 1)).get(0).isEmpty());
    }

    private Stored store(String id, String caller) {
        return await(batches.store(id, "first", CONTENTS, new Bound(caller, BOUND.ofCaller(), BOUND.ofAll())));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
