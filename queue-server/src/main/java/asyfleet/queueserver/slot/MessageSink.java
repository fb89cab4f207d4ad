package asyfleet.queueserver.slot;

import asyfleet.net.bounds.WaitingBytes;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.task.Owner;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The path on which the messages of a slot reach the owner of its task, in order. The room of each message is given back
 * just before the owner hears it, so that whoever passes it on can take it; of those that are kept, before the last
 * message. Called by the event loop of the connection.
 */
final class MessageSink {

    private static final Logger LOG = LoggerFactory.getLogger(MessageSink.class);

    private final Owner owner;
    private final BackendLink.Listener listener;
    private final WaitingBytes.Holder room;

    MessageSink(Owner owner, BackendLink.Listener listener, WaitingBytes.Holder room) {
        this.owner = owner;
        this.listener = listener;
        this.room = room;
    }

    /**
     * Without a hop if the event loop of the connection owns the task as well. Then what goes wrong with the task must not
     * reach the connection: it may be that of other tasks, too.
     */
    private void tell(Runnable event) {
        if (!owner.isCurrentThread()) {
            owner.execute(event);
            return;
        }
        try {
            event.run();
        } catch (RuntimeException e) {
            LOG.error("news of a slot could not be handled", e);
        }
    }

    /** False if there is no room for so many bytes more. */
    boolean take(int bytes) {
        return room.take(bytes);
    }

    void opened(BackendLink link) {
        tell(() -> listener.opened(link));
    }

    /** Of so many bytes. The last message ends it. */
    void message(ServerMessage message, long bytes) {
        tell(() -> {
            if (message.isLast()) {
                room.giveBackAll();
            } else if (!listener.keepsMessages()) {
                room.giveBack(bytes);
            }
            listener.message(message);
        });
    }

    void failed(Throwable reason) {
        tell(() -> {
            room.giveBackAll();
            listener.failed(reason);
        });
    }

    void overflowed() {
        tell(() -> {
            room.giveBackAll();
            listener.overflowed();
        });
    }

    void closed() {
        tell(() -> {
            room.giveBackAll();
            listener.closed();
        });
    }

    /** The owner has hung up, and hears nothing more. */
    void hungUp() {
        room.giveBackAll();
    }
}
