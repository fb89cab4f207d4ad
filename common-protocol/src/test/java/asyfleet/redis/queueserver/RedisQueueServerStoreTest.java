package asyfleet.redis.queueserver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.Format;
import asyfleet.protocol.task.StderrMode;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.RedisFixture;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
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

    private Submission submit(String nonce, boolean interactive, boolean ahead) {
        TaskOptions options = new TaskOptions(interactive, null, Format.SVG, StderrMode.STDOUT, 0);
        return await(
                store.submit(nonce, new TaskRecord(options, "", 1, store.serverId(), "somebody", ahead), Map.of()));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture().join();
    }
}
