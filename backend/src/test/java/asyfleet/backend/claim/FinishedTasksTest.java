package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.execute.OwnerThread;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class FinishedTasksTest {

    private final List<String> happened = new CopyOnWriteArrayList<>();

    @Test
    void anEndIsToldUntilItIsKnownThatRedisKnowsAndOnlyThenIsTheSlotFree() {
        try (OwnerThread owner = new OwnerThread("test-fleet")) {
            FinishedTasks finished = new FinishedTasks(
                    owner,
                    (task, ending, time) -> {
                        happened.add("tell " + task + " " + ending + " " + time.toMillis());
                        return happened.size() < 3
                                ? CompletableFuture.failedFuture(new TimeoutException("no answer"))
                                : CompletableFuture.completedFuture(false);
                    },
                    null,
                    new FleetMetrics(new PrometheusRegistry()));

            owner.execute(() -> finished.finish("17", FakeRunner.SUCCESS, () -> happened.add("free")));

            Awaitility.await().until(() -> happened.contains("free"));
            assertEquals(
                    List.of("tell 17 SUCCEEDED 5", "tell 17 SUCCEEDED 5", "tell 17 SUCCEEDED 5", "free"), happened);
        }
    }
}
