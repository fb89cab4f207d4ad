package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.net.NetThreads;
import asyfleet.redis.RedisFixture;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Many tasks through several backends at a time. */
@Tag("slow")
class ExactlyOnceTest {

    private static final int TASKS = 600;

    @Test
    void eachOfManyTasksIsExecutedOnceByOneOfSeveralBackends() {
        FakeRunner runner = new FakeRunner(run -> ForkJoinPool.commonPool().execute(() -> {
            run.say("x");
            run.end();
        }));
        try (RedisFixture redis = RedisFixture.start();
                NetThreads threads = NetThreads.create(2)) {
            FakeScheduler scheduler = new FakeScheduler(redis.redis());
            List<TestBackend> backends = IntStream.range(0, 3)
                    .mapToObj(i -> TestBackend.start(redis.uri(), threads, 4, runner))
                    .toList();

            List<String> ids = scheduler.dispatch(TASKS);

            Awaitility.await().until(() -> scheduler.finished().size() >= TASKS);
            assertEquals(TASKS, runner.started().size());
            assertEquals(new TreeSet<>(ids), new TreeSet<>(runner.started()));
            assertEquals(new TreeSet<>(ids), new TreeSet<>(scheduler.finished()));
            assertEquals(List.of(), scheduler.running());
            backends.forEach(TestBackend::close);
        }
    }
}
