package asyfleet.queueserver.count;

import static org.junit.jupiter.api.Assertions.assertEquals;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.TaskOptions;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.FakeOwner;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskRequest;
import asyfleet.queueserver.task.TestTerms;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CountedTasksTest implements TaskHandle {

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private TaskListener task;
    private final TaskHandle handle = new CountedTasks(registry)
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
