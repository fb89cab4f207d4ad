package asyfleet.backend.serve;

import asyfleet.protocol.task.ServerMessage;
import java.time.Duration;

/** The execution of one task, as whoever serves it can influence it. Safe for any thread, and nothing here blocks. */
public interface TaskRun {

    /** It may run this long in all, and is ended at once if it already has; a limit that is no shorter changes nothing. */
    void shorten(Duration limit);

    /** What the user of an interactive task typed. */
    void input(byte[] contents);

    /** Ends it with everything it started. The listener still hears of the end. */
    void abort();

    /** Hears what the execution says, on the execution's own threads, in order; it must not block. */
    interface Listener {

        /** An {@code output} or a {@code result}. */
        void said(ServerMessage message);

        /** The last call: nothing of the execution is left. */
        void ended(ServerMessage.Complete complete);
    }
}
