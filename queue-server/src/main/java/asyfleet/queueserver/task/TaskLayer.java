package asyfleet.queueserver.task;

/**
 * One step on the road of every task, such as a limit or a cache. A layer passes a task on to the next one, now or
 * later, or answers it itself. What it keeps of a single task is a {@link LayeredTask}.
 */
@FunctionalInterface
public interface TaskLayer {

    /** A layer that is switched off. */
    TaskLayer NONE = (task, client, next) -> next.launch(task, client);

    /** As {@link TaskLauncher#launch}. */
    TaskHandle launch(ClientTask task, TaskListener client, TaskLauncher next);
}
