package asyfleet.queueserver.task;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.EndCode;
import java.util.ArrayList;
import java.util.List;

/** The end of the road in the hands of a test: it records what is launched and what tasks are told, and runs nothing. */
public final class RecordingTask implements TaskLauncher, TaskHandle {

    public final List<ClientTask> launched = new ArrayList<>();

    /** The listener of each launched task, in the same order. */
    public final List<TaskListener> listeners = new ArrayList<>();

    /** The commands to all of them: an input, a time in milliseconds, or the reason why one was aborted. */
    public final List<Object> told = new ArrayList<>();

    @Override
    public TaskHandle launch(ClientTask task, TaskListener client) {
        launched.add(task);
        listeners.add(client);
        return this;
    }

    /** The task that was launched last says this. */
    public void say(ServerMessage message) {
        listeners.get(listeners.size() - 1).on(message);
    }

    @Override
    public void input(ClientMessage.Input input) {
        told.add(input);
    }

    @Override
    public void shorten(int timeoutMillis) {
        told.add(timeoutMillis);
    }

    @Override
    public void abort(EndCode why) {
        told.add(why);
    }
}
