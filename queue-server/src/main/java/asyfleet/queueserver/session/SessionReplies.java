package asyfleet.queueserver.session;

import asyfleet.protocol.task.ServerMessage;

/** The way back to the client of a session. */
interface SessionReplies {

    void send(ServerMessage message);

    /**
     * Sends the end of the task, and closes the connection behind it, unless the client may use it for its next task.
     *
     * @param undisturbed whether nothing came after {@code run}: what is still on its way could be taken for the next task
     */
    void sendEnd(ServerMessage end, boolean undisturbed);

    /** Sends the last message and closes the connection behind it. */
    void sendLast(ServerMessage message);

    /** Whether the client may use the connection for its next task. */
    boolean isKept();

    /** Closes because this server stops; the client may come back to another one. */
    void closeGoingAway(String reason);
}
