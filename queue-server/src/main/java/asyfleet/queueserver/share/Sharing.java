package asyfleet.queueserver.share;

import asyfleet.queueserver.task.ClientTask;
import asyfleet.queueserver.task.TaskHandle;
import asyfleet.queueserver.task.TaskLauncher;
import asyfleet.queueserver.task.TaskLayer;
import asyfleet.queueserver.task.TaskListener;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The layer that runs equal tasks once if clients of this queue server ask for them at the same time. A task can be
 * joined until its program says the first thing: whoever joins has then missed nothing. Nobody joins a task of a lower
 * priority.
 *
 * <p>Runs belong to many event loops, hence the concurrent map; each run itself is confined to one.
 */
public final class Sharing implements TaskLayer {

    private final Counter shared;
    private final Map<String, SharedRun> runs = new ConcurrentHashMap<>();

    public Sharing(Counter shared) {
        this.shared = shared;
    }

    /** The count of what the layers of all shards shared. */
    public static Counter counter(PrometheusRegistry registry) {
        return Counter.builder()
                .name("asyfleet_tasks_shared_total")
                .help("Tasks that took part in an equal one that ran already")
                .register(registry);
    }

    @Override
    public TaskHandle launch(ClientTask task, TaskListener client, TaskLauncher next) {
        if (task.digest().isEmpty()) {
            return next.launch(task, client);
        }
        Participant participant = new Participant(client, task.owner());
        takePart(task, participant, next);
        return participant;
    }

    /** Joins the run if it can still be joined, else begins one and lets others join that. */
    private void takePart(ClientTask task, Participant participant, TaskLauncher next) {
        String digest = task.digest().orElseThrow();
        SharedRun[] begun = new SharedRun[1];
        SharedRun run = runs.compute(digest, (key, present) -> {
            if (present != null && present.isGoodEnoughFor(task)) {
                return present;
            }
            begun[0] = new SharedRun(task, ended -> runs.remove(key, ended));
            return begun[0];
        });
        if (run == begun[0]) {
            run.begin(next, participant);
        } else {
            run.join(participant, joined -> {
                if (joined) {
                    shared.inc();
                } else {
                    runs.remove(digest, run);
                    takePart(task, participant, next);
                }
            });
        }
    }
}
