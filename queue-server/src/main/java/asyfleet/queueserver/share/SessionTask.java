package asyfleet.queueserver.share;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Stage;
import asyfleet.protocol.task.verdict.Verdict;
import asyfleet.queueserver.launch.Owner;
import asyfleet.queueserver.launch.TaskHandle;
import asyfleet.queueserver.launch.TaskListener;

/** A task that a newer one of its session may replace. Confined to its owner. */
final class SessionTask implements TaskHandle, TaskListener {

    private static final String ERROR = "A newer task of the same session took its place";

    private final TaskListener client;
    private final Owner owner;
    private final Runnable whenEnded;
    private TaskHandle task;
    private boolean passed;
    private boolean ended;

    SessionTask(TaskListener client, Owner owner, Runnable whenEnded) {
        this.client = client;
        this.owner = owner;
        this.whenEnded = whenEnded;
    }

    void begin(TaskHandle begun) {
        task = begun;
    }

    /** Any thread. */
    void supersede() {
        owner.execute(() -> {
            if (!ended) {
                end();
                task.abort(EndCode.SUPERSEDED);
                client.on(
                        passed
                                ? new ServerMessage.Complete(
                                        false, ERROR, null, Verdict.of(EndCode.SUPERSEDED, Stage.QUEUE))
                                : new ServerMessage.Denied(ERROR, EndCode.SUPERSEDED));
            }
        });
    }

    @Override
    public void on(ServerMessage message) {
        if (message instanceof ServerMessage.Queue queue) {
            passed |= queue.passed();
        } else if (message instanceof ServerMessage.Complete || message instanceof ServerMessage.Denied) {
            end();
        }
        client.on(message);
    }

    private void end() {
        if (!ended) {
            ended = true;
            whenEnded.run();
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
        end();
        task.abort(why);
    }
}
