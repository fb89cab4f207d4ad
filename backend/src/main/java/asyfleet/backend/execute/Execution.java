package asyfleet.backend.execute;

import java.time.Duration;

/** A task that a slot runs, seen from outside. All methods may be called from any thread, also when it is over. */
public interface Execution {

    /** Lets it run no longer than this, measured from its start. A longer limit than it has changes nothing. */
    void shorten(Duration limit);

    /** Gives a shell something to read; ignored by other tasks. */
    void input(byte[] bytes);

    /** Ends it to make room for others, with a {@code complete} that says so. */
    void halt();

    /** Ends it because nobody listens any more: it says nothing from now on but, when all of it is gone, {@code complete}. */
    void abort();
}
