package asyfleet.backend.sandbox;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A cell whose first process we started; the two kinds of sandbox differ in what is between us and that process. */
final class ProcessCell implements Cell {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessCell.class);
    private static final int GONE_SECONDS = 5;

    /**
     * A process that a sandbox started.
     *
     * @param process our child, whose end means that nothing of the cell is left
     * @param root the process under which all of the cell's hang
     * @param killer ends all of them
     * @param leftovers what else to free when they are gone
     */
    record Parts(
            Process process,
            ProcessHandle root,
            WorkDirectory directory,
            CellMemory memory,
            Runnable killer,
            Closeable leftovers) {}

    private final Parts parts;
    private final CompletableFuture<Integer> exit;

    /** Written by whoever opens the cell, read by whoever has it then. */
    private volatile Usage present = new Usage(List.of());

    ProcessCell(Parts parts) {
        this.parts = parts;
        this.exit = parts.process().onExit().thenApply(Process::exitValue);
    }

    @Override
    public WorkDirectory directory() {
        return parts.directory();
    }

    @Override
    public void start(Command command) throws IOException {
        Handshake.start(parts.process().getOutputStream(), command);
    }

    @Override
    public OutputStream input() {
        return parts.process().getOutputStream();
    }

    @Override
    public InputStream output() {
        return parts.process().getInputStream();
    }

    @Override
    public InputStream errors() {
        return parts.process().getErrorStream();
    }

    @Override
    public CompletableFuture<Integer> exit() {
        return exit;
    }

    @Override
    public long firstProcess() {
        return parts.root().pid();
    }

    @Override
    public Usage usage() {
        // The number of a process that is gone may already be another's.
        return exit.isDone() ? new Usage(List.of()) : everything().beyond(present);
    }

    @Override
    public void discountPresent() {
        present = everything();
        parts.memory().group().ifPresent(group -> group.take(present.processes()));
    }

    @Override
    public OptionalLong fatalBytes() {
        return parts.memory().group().map(MemoryGroup::fatalBytes).orElse(OptionalLong.empty());
    }

    private Usage everything() {
        return new Usage(
                ProcessTree.processes(firstProcess()),
                parts.memory().socketBytes().getAsLong());
    }

    @Override
    public void giveWay() {
        // As in usage().
        if (!exit.isDone()) {
            LowPriority.give(ProcessTree.processes(firstProcess()));
        }
    }

    @Override
    public void end() {
        parts.killer().run();
    }

    @Override
    public void close() {
        end();
        awaitGone();
        closePipes(parts.process());
        closeQuietly(parts.directory());
        closeQuietly(parts.leftovers());
    }

    /** For a process that did not become a cell. */
    static void discard(Process process) {
        process.destroyForcibly();
        closePipes(process);
    }

    private static void closePipes(Process process) {
        closeQuietly(process.getOutputStream());
        closeQuietly(process.getInputStream());
        closeQuietly(process.getErrorStream());
    }

    private void awaitGone() {
        try {
            exit.get(GONE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.error("cell still there pid={} seconds={}", parts.process().pid(), GONE_SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void closeQuietly(Closeable closeable) {
        try {
            closeable.close();
        } catch (IOException e) {
            // A pipe to a process that is gone cannot be flushed; the descriptor is closed all the same.
            LOG.debug("closing {}", closeable, e);
        }
    }
}
