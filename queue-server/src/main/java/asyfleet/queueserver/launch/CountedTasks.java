package asyfleet.queueserver.launch;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.submission.Door;
import asyfleet.queueserver.submission.TaskRequest;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** Counts the tasks of this queue server: how many there are, how long they wait, and how they end. */
public final class CountedTasks {

    private final Gauge open;
    private final Counter ended;
    private final Histogram waits;

    public CountedTasks(PrometheusRegistry registry) {
        this.open = Gauge.builder()
                .name("asyfleet_tasks_open")
                .help("Tasks that wait or run for clients of this queue server, by door")
                .labelNames("door")
                .register(registry);
        this.ended = Counter.builder()
                .name("asyfleet_tasks_ended_total")
                .help("Tasks that ended, by door and code")
                .labelNames("door", "code")
                .register(registry);
        this.waits = Histogram.builder()
                .name("asyfleet_task_wait_seconds")
                .help("From submission to the start on a backend")
                .classicUpperBounds(0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 30, 60)
                .register(registry);
    }

    /** The launcher, with its tasks counted among all. */
    public TaskHandle.Launcher count(TaskHandle.Launcher launcher) {
        return (request, listener, owner) -> {
            Counted counted = begun(request, listener);
            counted.task = launcher.launch(request, counted, owner);
            return counted;
        };
    }

    private Counted begun(TaskRequest request, TaskListener listener) {
        String door = Door.ofPriority(request.priority()).label();
        open.labelValues(door).inc();
        return new Counted(listener, door);
    }

    /** One task. Confined to its owner. */
    private final class Counted implements TaskHandle, TaskListener {

        private final TaskListener client;
        private final String door;
        private final long began = System.nanoTime();
        private TaskHandle task;
        private boolean over;

        Counted(TaskListener client, String door) {
            this.client = client;
            this.door = door;
        }

        @Override
        public void on(ServerMessage message) {
            if (message instanceof ServerMessage.Queue queue && queue.passed()) {
                waits.observe((System.nanoTime() - began) / 1e9);
            } else if (message instanceof ServerMessage.Complete complete) {
                end(complete.verdict() != null ? complete.verdict().code() : EndCode.OK);
            } else if (message instanceof ServerMessage.Denied denied) {
                end(denied.code() != null ? denied.code() : EndCode.UNAVAILABLE);
            }
            client.on(message);
        }

        private void end(EndCode code) {
            if (!over) {
                over = true;
                open.labelValues(door).dec();
                ended.labelValues(door, code.wire()).inc();
            }
        }

        @Override
        public void input(ClientMessage.Input input) {
            task.input(input);
        }

        @Override
        public void shorten(int timeoutMillis) {
            task.shorten(timeoutMillis);
        }

        @Override
        public void abort(EndCode why) {
            end(why);
            task.abort(why);
        }
    }
}
