package asyfleet.queueserver.count;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.queueserver.stats.TaskTimes;
import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.Door;
import asyfleet.queueserver.task.LayeredTask;
import asyfleet.queueserver.task.Owner;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskLayer;
import asyfleet.queueserver.task.TaskListener;
import asyfleet.queueserver.task.TaskPlace;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** The layer that counts the tasks of this queue server: how many there are, how long they wait, and how they end. */
public final class CountedTasks implements TaskLayer {

    private final Gauge open;
    private final Counter ended;
    private final Histogram waits;
    private final Counter reruns;
    private final TaskTimes times;

    /** @param times where the times of single tasks go */
    public CountedTasks(PrometheusRegistry registry, TaskTimes times) {
        this.times = times;
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
                .help("From submission to the start on a backend, by door")
                .labelNames("door")
                .classicUpperBounds(.01, .025, .05, .1, .2, .3, .5, .75, 1, 2, 5, 10, 30, 60)
                .register(registry);
        this.reruns = Counter.builder()
                .name("asyfleet_tasks_rerun_total")
                .help("Runs of tasks that were run before, on a backend that was lost")
                .register(registry);
        for (Door door : Door.values()) {
            open.initLabelValues(door.label());
            waits.initLabelValues(door.label());
            for (EndCode code : EndCode.values()) {
                ended.initLabelValues(door.label(), code.wire());
            }
        }
    }

    /** Counts a task that ends before it comes here; any thread. */
    public void endedAtDoor(Door door, EndCode code) {
        ended.labelValues(door.label(), code.wire()).inc();
    }

    @Override
    public TaskHandle launch(ClientTask task, TaskListener client, TaskLauncher next) {
        String door = Door.ofPriority(task.request().priority()).label();
        open.labelValues(door).inc();
        CountedTask counted = new CountedTask(client, task.owner(), door);
        counted.begin(task, next);
        return counted;
    }

    /** One task. Confined to its owner. */
    private final class CountedTask extends LayeredTask {

        private final String door;
        private final long began = System.nanoTime();

        /** The whole wait in milliseconds, as the first estimate had it; negative while there is none. */
        private long expected = -1;

        CountedTask(TaskListener client, Owner owner, String door) {
            super(client, owner);
            this.door = door;
        }

        @Override
        public void on(ServerMessage message) {
            if (message instanceof ServerMessage.Queue queue) {
                onQueue(queue);
            } else if (message instanceof ServerMessage.Complete complete && complete.timeMillis() != null) {
                times.runs().add(complete.timeMillis());
            }
            super.on(message);
        }

        /** Told twice of each run: without a machine, and with it. */
        @Override
        public void placed(TaskPlace place) {
            if (place.run() > 1 && place.machine().isEmpty()) {
                reruns.inc();
            }
            super.placed(place);
        }

        private void onQueue(ServerMessage.Queue queue) {
            long nanos = System.nanoTime() - began;
            long millis = nanos / 1_000_000;
            if (queue.passed()) {
                waits.labelValues(door).observe(nanos / 1e9);
                times.waits().add(millis);
                if (expected >= 0) {
                    times.errors().add(Math.abs(millis - expected));
                }
            } else if (queue.estimateMillis() != null) {
                times.estimates().add(queue.estimateMillis());
                expected = expected < 0 ? millis + queue.estimateMillis() : expected;
            }
        }

        @Override
        protected void ended(EndCode code) {
            open.labelValues(door).dec();
            ended.labelValues(door, code.wire()).inc();
        }
    }
}
