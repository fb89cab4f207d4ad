package asyfleet.backend.serve;

import asyfleet.protocol.task.ServerMessage;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The queue of messages that a task has said and its client has not taken yet. The execution does not wait for its
 * client: until one connects, and whenever it reads slowly, messages wait here.
 *
 * <p>Bounded by bytes, for the task and for the process. What does not fit is refused, and the task ends with an error
 * that says so; the rejected design, to hold back the program until there is room, would let its time run out for a
 * reason that is not its own.
 *
 * <p>Synchronized: filled by the execution's threads and the task's owner, emptied by the connection's event loop. Nothing
 * is called while the lock is held.
 */
final class Outbox {

    /** The fate of a message. */
    enum Added {
        QUEUED,
        /** It is over a bound, and dropped; said once, what follows is {@link #CLOSED}. */
        FULL,
        /** Something before it was the last, or was dropped, or nobody will read: dropped. */
        CLOSED
    }

    /** The memory that a message takes beside its contents, so that many small ones are bounded as well. */
    private static final int OVERHEAD_BYTES = 128;

    private final long mostBytes;
    private final OutputBudget budget;
    private final Queue<ServerMessage> messages = new ArrayDeque<>();
    private long bytes;
    private boolean accepting = true;
    private boolean ended;
    private Runnable reader;
    private boolean readerIsAwake;

    Outbox(long mostBytes, OutputBudget budget) {
        this.mostBytes = mostBytes;
        this.budget = budget;
    }

    Added add(ServerMessage message) {
        Runnable wake;
        synchronized (this) {
            if (!accepting) {
                return Added.CLOSED;
            }
            long size = size(message);
            if (bytes + size > mostBytes || !budget.tryTake(size)) {
                accepting = false; // nothing may follow a gap but the end
                return Added.FULL;
            }
            bytes += size;
            messages.add(message);
            wake = readerToWake();
        }
        run(wake);
        return Added.QUEUED;
    }

    /** Adds the last message. It is small and always fits: a task that hit the bound says so with it. */
    Added addLast(ServerMessage.Complete complete) {
        Runnable wake;
        synchronized (this) {
            if (ended) {
                return Added.CLOSED;
            }
            accepting = false;
            ended = true;
            messages.add(complete);
            wake = readerToWake();
        }
        run(wake);
        return Added.QUEUED;
    }

    /**
     * @param wake called, on whatever thread adds a message, when there is something to {@link #poll} after it had
     *     returned null
     */
    void attach(Runnable wake) {
        Runnable now;
        synchronized (this) {
            reader = wake;
            now = messages.isEmpty() ? null : readerToWake();
        }
        run(now);
    }

    /** The oldest message, or null; then the reader is woken for the next one. */
    synchronized ServerMessage poll() {
        ServerMessage message = messages.poll();
        if (message == null) {
            readerIsAwake = false;
        } else if (!message.isLast()) {
            release(size(message));
        }
        return message;
    }

    /** Nobody will read: drops what waits, and what is still to come. */
    synchronized void close() {
        accepting = false;
        ended = true;
        messages.clear();
        release(bytes);
    }

    synchronized long bytes() {
        return bytes;
    }

    private void release(long size) {
        bytes -= size;
        budget.giveBack(size);
    }

    private Runnable readerToWake() {
        if (reader == null || readerIsAwake) {
            return null;
        }
        readerIsAwake = true;
        return reader;
    }

    private static void run(Runnable wake) {
        if (wake != null) {
            wake.run();
        }
    }

    private static long size(ServerMessage message) {
        return OVERHEAD_BYTES + message.accept(ContentSize.INSTANCE);
    }

    /** Bytes of contents; a backend sends no others with contents than these two. */
    private enum ContentSize implements ServerMessage.Handler<Integer> {
        INSTANCE;

        @Override
        public Integer on(ServerMessage.Result result) {
            return result.contents().length;
        }

        @Override
        public Integer on(ServerMessage.Output output) {
            return output.contents().length;
        }

        @Override
        public Integer on(ServerMessage.Missing missing) {
            return 0;
        }

        @Override
        public Integer on(ServerMessage.Queue queue) {
            return 0;
        }

        @Override
        public Integer on(ServerMessage.Complete complete) {
            return 0;
        }

        @Override
        public Integer on(ServerMessage.Denied denied) {
            return 0;
        }
    }
}
