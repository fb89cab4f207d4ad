package asyfleet.queueserver.slot;

import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.task.TaskListener;
import java.util.ArrayList;
import java.util.List;

/**
 * The output and images of a run, on their way to the client. Output passes as it comes. Images wait for the run's end,
 * so that a run that is lost just before it leaves no image behind that the next run sends again; those of an
 * interactive task, which never runs again, pass at once. Confined to the task's owner.
 */
final class RunOutput {

    /** Backends send far fewer; what comes beyond it is not kept. */
    private static final int MOST_IMAGES = 256;

    private final TaskListener client;
    private final boolean interactive;
    private final Replay replay = new Replay();
    private final List<ServerMessage.Result> images = new ArrayList<>();

    RunOutput(TaskListener client, boolean interactive) {
        this.client = client;
        this.interactive = interactive;
    }

    /** False if a slot may not say this. */
    boolean on(ServerMessage message) {
        if (message instanceof ServerMessage.Output output) {
            replay.filter(output).forEach(client::on);
            return true;
        }
        if (message instanceof ServerMessage.Result image) {
            if (interactive) {
                client.on(image);
            } else if (images.size() < MOST_IMAGES) {
                images.add(image);
            }
            return true;
        }
        return false;
    }

    void restart() {
        images.clear();
        replay.restart();
    }

    void flush() {
        images.forEach(client::on);
        images.clear();
    }
}
