package asyfleet.client.connect;

import asyfleet.protocol.task.TaskOptions;
import java.util.concurrent.CompletionStage;

/** A way of tasks to a fleet and back: a client, or {@link SingleTask}. */
@FunctionalInterface
public interface TaskRenderer {

    /** Starts a task and answers with its end, which is always a value. */
    CompletionStage<TaskOutcome> render(TaskSources sources, TaskOptions options, TaskObserver listener);
}
