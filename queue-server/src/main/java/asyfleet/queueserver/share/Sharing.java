package asyfleet.queueserver.share;

import asyfleet.queueserver.launch.Owner;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.queueserver.launch.TaskListener;
import asyfleet.queueserver.submission.TaskRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Equal tasks that clients of this queue server ask for at the same time run once. A task can be joined until its program
 * says the first thing: whoever joins has then missed nothing. Nobody joins a task of a lower priority.
 *
 * <p>Runs belong to many event loops, hence the concurrent map; each run itself is confined to one.
 */
public final class Sharing implements TaskHandle.Launcher {

    private final TaskHandle.Launcher launcher;
    private final ReuseMetrics metrics;
    private final Map<String, SharedRun> runs = new ConcurrentHashMap<>();

    public Sharing(TaskHandle.Launcher launcher, ReuseMetrics metrics) {
        this.launcher = launcher;
        this.metrics = metrics;
    }

    @Override
    public TaskHandle launch(TaskRequest request, TaskListener listener, Owner owner) {
        if (request.options().interactive()) {
            return launcher.launch(request, listener, owner);
        }
        String digest = TaskDigest.of(request);
        Participant participant = new Participant(listener, owner);
        takePart(digest, request, participant);
        return participant;
    }

    /** Joins the run if it can still be joined, else begins one and lets others join that. */
    private void takePart(String digest, TaskRequest request, Participant participant) {
        SharedRun[] begun = new SharedRun[1];
        SharedRun run = runs.compute(digest, (key, present) -> {
            if (present != null && present.isGoodEnoughFor(request)) {
                return present;
            }
            begun[0] = new SharedRun(request.priority(), participant.owner(), ended -> runs.remove(key, ended));
            return begun[0];
        });
        if (run == begun[0]) {
            run.begin(request, launcher, participant);
        } else {
            run.join(participant, joined -> {
                if (joined) {
                    metrics.shared();
                } else {
                    runs.remove(digest, run);
                    takePart(digest, request, participant);
                }
            });
        }
    }
}
