package asyfleet.backend.execute;

import asyfleet.logging.LogFields;
import asyfleet.protocol.task.ServerMessage;
import asyfleet.protocol.task.verdict.Stage;
import java.time.Duration;
import java.util.Optional;

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

        /** The names of the task, for log lines about it. Any thread. */
        default Optional<LogFields> names() {
            return Optional.empty();
        }

        /** Whether {@link #at} is to be told. */
        default boolean followsStages() {
            return false;
        }

        /** The program of the tool chain that runs now, at each look; for the first time when it is launched. */
        default void at(Stage stage) {}

        /** The last call: no process of the execution is left, and its slot is free again. */
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
