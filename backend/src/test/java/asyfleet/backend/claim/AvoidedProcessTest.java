package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.net.NetThreads;
import asyfleet.redis.RedisFixture;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Backends that read tasks which were lost on one of them before. */
@Tag("slow")
class AvoidedProcessTest {

    private static final RedisFixture REDIS = RedisFixture.start();
    private static final NetThreads THREADS = NetThreads.create(2);

    private final FakeRunner runs = new FakeRunner();
    private final FakeRunner runsElsewhere = new FakeRunner();
    private FakeScheduler scheduler;

    @BeforeEach
    void startEmpty() {
        REDIS.clear();
        scheduler = new FakeScheduler(REDIS.redis());
    }

    @AfterAll
    static void stop() {
        THREADS.close();
        REDIS.close();
    }

    @Test
    void aTaskThatWasLostOnAProcessWaitsForASlotOfAnother() {
        try (TestBackend avoided = TestBackend.start(REDIS.uri(), THREADS, 1, runs);
                TestBackend other = TestBackend.start(REDIS.uri(), THREADS, 1, runsElsewhere)) {
            String first = scheduler.dispatchLost(avoided.process());
            runsElsewhere.of(first);
            String second = scheduler.dispatchLost(avoided.process());
            runs.of(scheduler.dispatch()).end(); // by now it has read the second one, too

            runsElsewhere.of(first).end();

            runsElsewhere.of(second).end();
            assertEquals(1, runs.started().size(), runs.started().toString());
        }
    }

    @Test
    void aTaskThatWasLostOnTheOnlyProcessRunsThereAgain() {
        try (TestBackend only = TestBackend.start(REDIS.uri(), THREADS, 2, runs)) {
            String lost = scheduler.dispatchLost(only.process());

            runs.of(lost).end();
            assertEquals(List.of(lost), runs.started());
        }
    }
}
