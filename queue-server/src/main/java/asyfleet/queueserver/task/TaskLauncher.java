package asyfleet.queueserver.task;

/** The start of a task: a layer, and behind it all layers further in, down to the fleet. */
@FunctionalInterface
public interface TaskLauncher {

    /** Called on the task's owner thread. The client is never called inside this call. */
    TaskHandle launch(ClientTask task, TaskListener client);
}
