package asyfleet.backend.execute;

import asyfleet.backend.explain.OutputScan;
import asyfleet.backend.sandbox.Cell;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The output of a task: counted against its limit, scanned for errors, grouped for a few milliseconds, sent. Owned by
 * the slot's thread.
 */
final class TaskOutput {

    private static final Duration GROUP_TIME = Duration.ofMillis(4);

    private final SlotServices slot;
    private final OutputGroups groups;
    private final OutputScan scan;
    private int openPipes;
    private long bytes;

    TaskOutput(SlotServices slot, Set<String> sources, Consumer<ServerMessage> listener) {
        this.slot = slot;
        this.groups = new OutputGroups(listener);
        this.scan = new OutputScan(sources);
    }

    /**
     * Begins to read both pipes of a cell.
     *
     * @param onLimit gets the number of bytes written when it is more than allowed; maybe more than once
     * @param onEnd runs when both have ended
     */
    void read(Cell cell, LongConsumer onLimit, Runnable onEnd) {
        openPipes = 2;
        Runnable onPipeEnd = () -> {
            openPipes--;
            if (openPipes == 0) {
                onEnd.run();
            }
        };
        slot.pool()
                .execute(new PipeReader(
                        cell.output(),
                        slot.thread(),
                        piece -> add(OutputStreamName.STDOUT, piece, onLimit),
                        onPipeEnd));
        slot.pool()
                .execute(new PipeReader(
                        cell.errors(),
                        slot.thread(),
                        piece -> add(OutputStreamName.STDERR, piece, onLimit),
                        onPipeEnd));
    }

    boolean hasEnded() {
        return openPipes == 0;
    }

    OutputScan scan() {
        return scan;
    }

    void flush() {
        groups.flush();
    }

    private void add(OutputStreamName stream, byte[] piece, LongConsumer onLimit) {
        long limit = slot.limits().outputBytes();
        int fits = (int) Math.max(0, Math.min(piece.length, limit - bytes));
        bytes += piece.length;
        if (fits > 0) {
            scan.add(stream == OutputStreamName.STDERR, piece, fits);
            if (groups.isEmpty()) {
                slot.thread().after(GROUP_TIME, groups::flush);
            }
            groups.add(stream, piece, fits);
        }
        if (bytes > limit) {
            onLimit.accept(bytes);
        }
    }

    /**
     * A reader of a pipe on a thread of its own, which hands what it reads to the owner, piece by piece. Few pieces are on
     * their way at a time: a program that writes faster than the owner takes waits at its pipe.
     */
    private static final class PipeReader implements Runnable {

        private static final int PIECE_BYTES = 16 << 10;
        private static final int PIECES_ON_THEIR_WAY = 4;

        private final InputStream pipe;
        private final Executor owner;
        private final Consumer<byte[]> onPiece;
        private final Runnable onEnd;
        private final Semaphore room = new Semaphore(PIECES_ON_THEIR_WAY);

        PipeReader(InputStream pipe, Executor owner, Consumer<byte[]> onPiece, Runnable onEnd) {
            this.pipe = pipe;
            this.owner = owner;
            this.onPiece = onPiece;
            this.onEnd = onEnd;
        }

        @Override
        public void run() {
            byte[] buffer = new byte[PIECE_BYTES];
            try {
                for (int read = pipe.read(buffer); read >= 0; read = pipe.read(buffer)) {
                    handOver(Arrays.copyOf(buffer, read));
                }
            } catch (IOException closed) {
                // The same as its end.
            } finally {
                owner.execute(onEnd);
            }
        }

        private void handOver(byte[] piece) {
            room.acquireUninterruptibly();
            owner.execute(() -> {
                room.release();
                onPiece.accept(piece);
            });
        }
    }

    /**
     * A buffer that joins small pieces of output into larger messages, without changing their order. Owned by the slot's
     * thread, which calls {@link #flush} a few milliseconds after the first piece.
     */
    private static final class OutputGroups {

        private static final int FULL_BYTES = 64 << 10;

        private final Consumer<ServerMessage> listener;
        private final ByteArrayOutputStream group = new ByteArrayOutputStream();
        private OutputStreamName stream = OutputStreamName.STDOUT;

        OutputGroups(Consumer<ServerMessage> listener) {
            this.listener = listener;
        }

        boolean isEmpty() {
            return group.size() == 0;
        }

        void add(OutputStreamName from, byte[] piece, int length) {
            if (from != stream) {
                flush();
                stream = from;
            }
            group.write(piece, 0, length);
            if (group.size() >= FULL_BYTES) {
                flush();
            }
        }

        void flush() {
            if (!isEmpty()) {
                byte[] contents = group.toByteArray();
                group.reset();
                listener.accept(new ServerMessage.Output(stream, contents));
            }
        }
    }
}
