package asyfleet.backend.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;

/**
 * One confined place: a private directory and one command, which is over when the command is.
 *
 * <p>States: open (empty, waiting) → {@link #start} → running → command exits or {@link #end} → over → {@link #close}.
 * A cell is owned by whoever opened it; only {@link #end} and {@link #giveWay} may be called by others.
 */
public interface Cell extends AutoCloseable {

    /** The directory the command runs in. Readable until {@link #close}, also when everything in the cell is dead. */
    WorkDirectory directory();

    /** Starts the command; once per cell. */
    void start(Command command) throws IOException;

    /** The command's standard input, after {@link #start}. */
    OutputStream input();

    InputStream output();

    InputStream errors();

    /**
     * The command's exit code, or 128 + the number of the signal that ended it. Complete only when no process of the
     * cell is left.
     */
    CompletableFuture<Integer> exit();

    /** The process under which all of the cell's hang, by the machine's numbers. */
    long firstProcess();

    /** The number and the use of the processes that are in the cell now. */
    Usage usage();

    /** How much memory the cell had when the kernel ended it for that; empty if the kernel did not. */
    OptionalLong fatalBytes();

    /** Leaves what the cell uses now, before the task begins, out of the use of the task. From now on its limits hold. */
    void discountPresent();

    /** Lowers the priority of everything in the cell, for good: it has run for long, and others are quick. Takes some ms. */
    void giveWay();

    /** Kills everything in the cell, now. May be called from any thread, at any time, any number of times. */
    void end();

    /** Ends the cell, waits until nothing of it is left, and frees its directory. */
    @Override
    void close();
}
