package asyfleet.scheduler.loop;

import asyfleet.scheduler.decide.ActiveRun;
import asyfleet.scheduler.decide.Levels;
import asyfleet.scheduler.decide.QueuePlace;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import asyfleet.scheduler.decide.TaskKind;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/**
 * The gauges of waiting and running tasks, of limits and of backends. Set from snapshots, by the thread that also
 * estimates.
 */
final class FleetGauges {

    private final Gauge waiting;
    private final Gauge running;
    private final Gauge limit;
    private final Gauge backends;

    FleetGauges(PrometheusRegistry registry) {
        waiting = gauge(registry, "waiting", "Tasks that wait, by level and priority", "level", "priority");
        running = gauge(registry, "running", "Tasks that run, by the level they have now", "level");
        limit = gauge(registry, "limit", "How many tasks may run at a level or slower", "level");
        backends = gauge(registry, "backends", "Slots that live");
    }

    void show(Snapshot state, Levels levels, int[] limits) {
        int[][] waitingCounts = new int[levels.count()][QueuePlace.MAX_PRIORITY + 1];
        for (Task task : state.waiting()) {
            int level = task.demand().kind() == TaskKind.SPECIFIC
                    ? levels.levelFor(task.demand().millis())
                    : 0;
            waitingCounts[level][task.place().priority()]++;
        }
        int[] runningCounts = new int[levels.count()];
        for (ActiveRun run : state.running()) {
            runningCounts[run.level()]++;
        }
        backends.set(state.backends());
        for (int level = 0; level < levels.count(); level++) {
            String label = Integer.toString(level);
            running.labelValues(label).set(runningCounts[level]);
            limit.labelValues(label).set(limits[level]);
            for (int priority = 0; priority <= QueuePlace.MAX_PRIORITY; priority++) {
                waiting.labelValues(label, Integer.toString(priority)).set(waitingCounts[level][priority]);
            }
        }
    }

    /** A standby knows nothing of the fleet, and says nothing rather than what was true once. */
    void clear() {
        waiting.clear();
        running.clear();
        limit.clear();
        backends.set(0);
    }

    private static Gauge gauge(PrometheusRegistry registry, String name, String help, String... labels) {
        return Gauge.builder()
                .name(SchedulerMetrics.name(name))
                .help(help)
                .labelNames(labels)
                .register(registry);
    }
}
