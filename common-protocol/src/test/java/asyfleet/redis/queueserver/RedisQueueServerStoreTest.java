package asyfleet.redis.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.PoolFigures;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskRecord;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RedisQueueServerStoreTest {

    private static final RedisFixture REDIS = RedisFixture.start();

    private final QueueServerStore store =
            new RedisQueueServerStore(REDIS.redis(), Duration.ofMinutes(1), new WaitingBounds(1, 1));

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
    }

    @AfterAll
    static void stop() {
        REDIS.close();
    }

    @Test
    void aFullQueueRefusesNewTasksButNoShellAndNoneThatItAcceptedBefore() {
        assertInstanceOf(Submission.Accepted.class, submit("a", false, false));

        assertEquals(new Submission.QueueFull(1, 1), submit("b", false, false));
        assertInstanceOf(Submission.Accepted.class, submit("c", true, false));
        assertInstanceOf(Submission.Accepted.class, submit("d", false, true));
    }

    @Test
    void aSchedulerLeadsAsLongAsItsLeaseLasts() {
        assertFalse(await(store.isLed()));

        await(REDIS.redis().commands().set(RedisKeys.LEADER, new byte[0]));
        assertTrue(await(store.isLed()));
    }

    @Test
    void aSnapshotShowsWhoDecidesWhatRunsAndOnWhichMachines() {
        var commands = REDIS.redis().commands();
        assertEquals(List.of(), await(store.snapshot()).machines());
        await(commands.set(RedisKeys.LEADER, bytes("1")));
        await(commands.hset(RedisKeys.EXECUTING, "7", bytes("3.0")));
        await(commands.sadd(RedisKeys.BACKEND_SET, bytes("1"), bytes("2"), bytes("3"), bytes("4")));
        for (String slot : List.of("1", "2")) {
            await(commands.set(RedisKeys.BACKEND + slot, bytes("first")));
        }
        await(commands.set(RedisKeys.BACKEND + "3", bytes("second"))); // and the fourth is dead
        await(commands.sadd(RedisKeys.PROCESSING, bytes("7")));
        await(commands.hset(RedisKeys.TASK + "7", "process", bytes("first")));
        await(commands.hset(RedisKeys.STATS_POOL, "second", bytes("0 5 4 3 8 1")));

        FleetSnapshot snapshot = await(store.snapshot());
        assertTrue(snapshot.led());
        assertEquals(List.of(Duration.ofSeconds(3)), snapshot.durations());
        assertEquals(
                List.of(
                        new FleetSnapshot.MachineFigures("first", 2, 1, PoolFigures.NONE),
                        new FleetSnapshot.MachineFigures("second", 1, 0, new PoolFigures(5, 4, 3, 8, 1))),
                snapshot.machines());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private Submission submit(String nonce, boolean interactive, boolean ahead) {
        TaskOptions options = new TaskOptions(interactive, null, Format.SVG, StderrMode.STDOUT, 0);
        return await(
                store.submit(nonce, new TaskRecord(options, "", 1, store.serverId(), "somebody", ahead), Map.of()));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
