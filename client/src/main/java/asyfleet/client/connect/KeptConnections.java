package asyfleet.client.connect;

import asyfleet.client.connect.ConversationHandler.ChannelLink;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * The connections that a client keeps for its next tasks, the latest used first. A server that does not know
 * {@link #SUBPROTOCOL} closes each connection after its task, as the protocol says, and none is kept. Owned by the client's
 * thread.
 */
final class KeptConnections {

    /** Asks the server to keep the connection after a task. */
    static final String SUBPROTOCOL = "asy.keep";

    private final int most;
    private final Consumer<Conversation> connector;
    private final Deque<ChannelLink> free = new ArrayDeque<>();

    /**
     * @param most how many are kept
     * @param connector opens a new connection for a conversation
     */
    KeptConnections(int most, Consumer<Conversation> connector) {
        this.most = most;
        this.connector = connector;
    }

    /** Has the conversation on a kept connection, or on a new one. */
    void connect(Conversation conversation) {
        ChannelLink link = free.poll();
        while (link != null && !link.isOpen()) {
            link = free.poll();
        }
        if (link == null) {
            connector.accept(conversation);
        } else {
            link.take(conversation);
        }
    }

    /** Has the conversation on a new connection: the kept one had ended. */
    void connectAgain(Conversation conversation) {
        connector.accept(conversation);
    }

    void keep(ChannelLink link) {
        if (free.size() < most) {
            free.push(link);
        } else {
            link.close();
        }
    }

    void close() {
        free.forEach(ChannelLink::close);
        free.clear();
    }
}
