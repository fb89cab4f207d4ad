package asyfleet.queueserver.count;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.stats.FleetWatch;
import asyfleet.queueserver.stats.StatsSample;
import asyfleet.queueserver.stats.TaskTimes;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.RecordingTask;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TestTerms;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CountedTasksTest {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final RecordingTask task = new RecordingTask();
    private final TaskTimes times = TaskTimes.by(System::nanoTime);
    private final TaskHandle handle = new CountedTasks(registry, times)
            .launch(
                    new ClientTask(
                            new TaskRequest(Map.of(), "", TaskOptions.DEFAULT, 2), TestTerms.PLAIN, new FakeOwner()),
                    message -> {},
                    task);

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
        task.say(new ServerMessage.Complete(true, null, 1L, null));
        handle.abort();

        assertEquals(List.of("OK"), endings());
    }

    @Test
    void theTimesOfATaskArePutDownWithTheErrorOfItsFirstEstimate() {
        task.say(new ServerMessage.Queue(false, 3_600_000L));
        task.say(new ServerMessage.Queue(false, 1L));
        task.say(new ServerMessage.Queue(true, null));
        task.say(new ServerMessage.Complete(true, null, 42L, null));

        FleetWatch watch = new FleetWatch(() -> CompletableFuture.completedFuture(null), times, Clock.systemUTC());
        StatsSample sample = watch.now().toCompletableFuture().join();
        assertEquals(42, sample.runs().orElseThrow().p50());
        assertTrue(sample.waits().orElseThrow().p50() < 1_800_000);
        assertTrue(sample.estimateErrors().orElseThrow().p50() > 1_800_000);
    }

    private List<String> endings() {
        return registry.scrape(name -> name.startsWith("asyfleet_tasks_ended")).stream()
                .flatMap(metric -> ((CounterSnapshot) metric).getDataPoints().stream())
                .filter(point -> point.getValue() > 0)
                .map(point -> point.getLabels().get("code"))
                .toList();
    }
}
