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
}
