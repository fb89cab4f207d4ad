package asyfleet.queueserver.count;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.stats.FleetWatch;
import asyfleet.queueserver.stats.StatsSample;
import asyfleet.queueserver.stats.TaskTimes;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TestTerms;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CountedTasksTest implements TaskHandle {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private TaskListener task;
    private final TaskTimes times = TaskTimes.by(System::nanoTime);
    private final TaskHandle handle = new CountedTasks(registry, times)
            .launch(
                    new ClientTask(
                            new TaskRequest(Map.of(), "", TaskOptions.DEFAULT, 2), TestTerms.PLAIN, new FakeOwner()),
                    message -> {},
                    (counted, listener) -> {
                        task = listener;
                        return this;
                    });

    @Test
    void aTaskWhoseClientLeftIsCountedAsAborted() {
        handle.abort();

        assertEquals(List.of("ABORTED"), endings());
    }

    @Test
    void aTaskThatANewerOneReplacedIsCountedAsSuperseded() {
        handle.abort(EndCode.SUPERSEDED);

        assertEquals(List.of("SUPERSEDED"), endings());
    }

    @Test
    void aTaskIsCountedOnce() {
        task.on(new ServerMessage.Complete(true, null, 1L, null));
        handle.abort();

        assertEquals(List.of("OK"), endings());
    }

    @Test
    void theTimesOfATaskArePutDownWithTheErrorOfItsFirstEstimate() {
        task.on(new ServerMessage.Queue(false, 3_600_000L));
        task.on(new ServerMessage.Queue(false, 1L));
        task.on(new ServerMessage.Queue(true, null));
        task.on(new ServerMessage.Complete(true, null, 42L, null));

        FleetWatch watch = new FleetWatch(() -> CompletableFuture.completedFuture(null), times, Clock.systemUTC());
        StatsSample sample = watch.now().toCompletableFuture().join();
        assertEquals(42, sample.runs().orElseThrow().p50());
        assertTrue(sample.waits().orElseThrow().p50() < 1_800_000);
        assertTrue(sample.estimateErrors().orElseThrow().p50() > 1_800_000);
    }

    private List<String> endings() {
        return registry.scrape(name -> name.startsWith("asyfleet_tasks_ended")).stream()
                .flatMap(metric -> ((CounterSnapshot) metric).getDataPoints().stream())
                .map(point -> point.getLabels().get("code"))
                .toList();
    }

    @Override
    public void input(ClientMessage.Input input) {
        throw new AssertionError("no input");
    }

    @Override
    public void shorten(int timeoutMillis) {
        throw new AssertionError("nothing is shortened");
    }

    @Override
    public void abort(EndCode why) {
        // Nothing runs.
    }
}
