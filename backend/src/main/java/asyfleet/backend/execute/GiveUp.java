package asyfleet.backend.execute;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

/**
 * The times after which a slot goes on without what does not come back, and the number of slots that had to.
 *
 * @param gone for the processes of a cell, after they were killed
 * @param files for the thread that reads the files of a task whose processes are gone, and for the removal of the cell
 * @param thread for the slot's own thread, which blocks only while it opens a cell
 * @param count cells that did not end and threads of slots that did not answer; any thread adds to it
 */
record GiveUp(Duration gone, Duration files, Duration thread, LongAdder count) {

    /** Long enough for a machine that is short of everything: who waits for less would blame the wrong one. */
    static GiveUp usual() {
        return after(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(30));
    }

    static GiveUp after(Duration gone, Duration files, Duration thread) {
        return new GiveUp(gone, files, thread, new LongAdder());
    }
}
