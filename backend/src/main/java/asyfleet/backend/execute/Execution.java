package asyfleet.backend.execute;

import asyfleet.protocol.task.ServerMessage;
import java.time.Duration;

/** A task that runs, seen from outside. All methods may be called from any thread, also when it is over; none blocks. */
public interface Execution {

    /** Lets it run no longer than this, measured from its start. A longer limit than it has changes nothing. */
    void shorten(Duration limit);

    /** Gives a shell something to read; ignored by other tasks. */
    void input(byte[] contents);

    /** Ends it with everything it started. The listener hears nothing more but, when all of it is gone, the end. */
    void abort();

    /** Hears what the execution says, on the execution's own threads, in order; it must not block. */
    interface Listener {

        /** An {@code output} or a {@code result}. */
        void said(ServerMessage message);

        /** The last call: nothing of the execution is left, and its slot is free again. */
        void ended(ServerMessage.Complete complete);
    }

    /** An execution that could not be started, or ended at once: nothing can influence it. */
    Execution OVER = new Execution() {
        @Override
        public void shorten(Duration limit) {
            // It has ended.
        }

        @Override
        public void input(byte[] contents) {
            // It has ended.
        }

        @Override
        public void abort() {
            // It has ended.
        }
    };
}
