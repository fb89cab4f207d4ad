package asyfleet.queueserver.slot;

import asyfleet.protocol.task.ClientMessage;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.queueserver.task.Owner;

/** A connection to the slot that runs a task. */
public interface BackendLink {

    /** Opens connections to slots. */
    interface Opener {

        /** Never blocks. What comes of it is told to the listener, on the owner's thread, in the order it happens. */
        void open(String address, Owner owner, Listener listener);

        /** Frees a slot: connecting and closing is how it learns that nobody waits for its task. */
        default void hangUp(String address, Owner owner) {
            open(address, owner, HangUp.AT_ONCE);
        }
    }

    /** The events of one connection: {@code failed}; or {@code opened}, messages, {@code closed}. */
    interface Listener {

        /** There is no such slot, or it does not answer. */
        void failed(Throwable reason);

        void opened(BackendLink link);

        void message(ServerMessage message);

        /** The connection is gone; nothing comes after it. */
        void closed();
    }

    void send(ClientMessage message);

    /** Ends the task at once if it still runs. */
    void close();
}
