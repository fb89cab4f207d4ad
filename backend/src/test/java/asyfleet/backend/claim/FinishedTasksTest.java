package asyfleet.backend.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.backend.execute.Execution;
import asyfleet.backend.execute.OwnerThread;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.redis.backend.FinishTask;
import asyfleet.redis.schema.TaskRecord;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class FinishedTasksTest {

    private static final TaskRecord TASK = new TaskRecord(TaskOptions.DEFAULT, "main.asy", 2, "server", "", false);

    private final FakeBackendStore store = new FakeBackendStore() {
        @Override
        public CompletionStage<Boolean> finish(String task, FinishTask.TaskEnd ending, Duration time) {
            CompletionStage<Boolean> known = super.finish(task, ending, time);
            return happened.size() < 3 ? CompletableFuture.failedFuture(new TimeoutException("no answer")) : known;
        }
    };

    @Test
    void anEndIsToldUntilItIsKnownThatRedisKnowsAndOnlyThenIsTheSlotFree() {
        List<String> happened = store.happened;
        try (OwnerThread owner = new OwnerThread("test-fleet")) {
            FinishedTasks finished = new FinishedTasks(
                    owner, store, new FleetMetrics(new PrometheusRegistry(), (task, listener) -> Execution.OVER));
            owner.execute(() -> finished.finish("17", TASK, FakeRunner.SUCCESS, () -> happened.add("free")));
            Awaitility.await().until(() -> happened.contains("free"));
            String told = "finish 17 SUCCEEDED 5";
            assertEquals(List.of(told, told, told, "free"), happened);
        }
    }
}
