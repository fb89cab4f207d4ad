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

    /** The events of one connection: {@code failed}; or {@code opened}, messages, maybe {@code overflowed}, {@code closed}. */
    interface Listener {

        /** Whether it keeps what it hears until the task is complete, so that this takes room until then. */
        boolean keepsMessages();

        /** There is no such slot, or it does not answer. */
        void failed(Throwable reason);

        void opened(BackendLink link);

        void message(ServerMessage message);

        /** There is no room for what the slot says; the rest of it is lost. */
        void overflowed();

        /** The connection is gone; nothing comes after it. */
        void closed();
    }

    void send(ClientMessage message);

    /** Ends the task at once if it still runs. */
    void close();
}
