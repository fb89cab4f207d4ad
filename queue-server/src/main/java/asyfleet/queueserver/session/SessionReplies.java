package asyfleet.queueserver.session;

import asyfleet.protocol.task.ServerMessage;

/** The way back to the client of a session. */
interface SessionReplies {

    void send(ServerMessage message);

    /** Sends the last message and closes the connection behind it. */
    void sendLast(ServerMessage message);

    /** Closes because this server stops; the client may come back to another one. */
    void closeGoingAway(String reason);
}
