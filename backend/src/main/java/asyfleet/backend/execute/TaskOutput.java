package asyfleet.backend.execute;

import asyfleet.backend.explain.OutputScan;
import asyfleet.backend.sandbox.Cell;
import asyfleet.protocol.task.OutputStreamName;
import asyfleet.protocol.task.ServerMessage;
import java.time.Duration;
import java.util.Set;
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
                .execute(new Pump(
                        cell.output(),
                        slot.thread(),
                        piece -> add(OutputStreamName.STDOUT, piece, onLimit),
                        onPipeEnd));
        slot.pool()
                .execute(new Pump(
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
}
