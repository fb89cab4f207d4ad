package asyfleet.queueserver.task;

import asyfleet.protocol.task.ServerMessage;

/**
 * The receiver of what a task says: the door that its client came through, or a layer on the way there. It is told, on
 * the task's owner thread: any number of {@code Queue}, then any number of {@code Output} and {@code Result}, then
 * exactly one {@code Complete} or {@code Denied}, then nothing.
 */
@FunctionalInterface
public interface TaskListener {

    void on(ServerMessage message);

    /**
     * The backend of the task was lost, and the task waits again; {@code passed} once the next backend has it. This is only
     * for those who show a state: for a client that was told so, the wait in the queue stays over.
     */
    default void again(ServerMessage.Queue queue) {}

    /** The fleet has the task, or gave it to a machine; told for each run anew. Only for those who log. */
    default void placed(TaskPlace place) {}

    /** The task runs, and may now do so only this long, because others wait. Only for those who show a state, too. */
    default void shortened(int timeoutMillis) {}
}
