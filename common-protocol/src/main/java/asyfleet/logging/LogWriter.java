package asyfleet.logging;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.event.Level;

/**
 * The queue of lines for standard error, and the one thread that writes them. So a thread that logs, perhaps an event loop,
 * never waits for who reads standard error.
 *
 * <p>When the queue is full, new lines are dropped and counted, and a line in their place says how many. Only warnings and
 * errors get the last quarter of the room, so that the lines of ordinary tasks do not crowd them out. To drop the oldest
 * lines instead was rejected: they tell how the trouble began.
 *
 * <p>Lines that are logged within a moment are written together: to write one costs as much as to make ten. Warnings and
 * errors do not wait for company.
 *
 * <p>When the process ends, a thread that logs does wait until its line is written: nobody would write it later. If nothing
 * at all is taken for a while, it goes on. A process that is killed loses what it had not yet written.
 *
 * <p>Any thread may call. All fields are guarded by the lock, which nobody holds while a line is written.
 */
public final class LogWriter {

    private static final int ROOM = 1 << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration MOMENT = Duration.ofMillis(5);

    /** So that a slow reader is seen to take something: what is written at a time is small beside the room. */
    private static final int PARTS_OF_ROOM = 64;

    private final Consumer<String> sink;
    private final int room;
    private final Duration patience;

    private final Lock lock = new ReentrantLock();
    private final Condition lineQueued = lock.newCondition();
    private final Condition lineWritten = lock.newCondition();

    private final Queue<String> lines = new ArrayDeque<>();
    private int heldCharacters;
    private long queued;
    private long written;
    private boolean urgent;
    private long lost;
    private long lostUntold;
    private boolean ending;
    private boolean stuck;

    /** Made with the first line: a program that logs nothing has no thread for it. */
    private static final class OfProcess {
        private static final LogWriter WRITER = startOfProcess();
    }

    /**
     * @param room how many characters may wait, beside the line that tells of a loss
     * @param patience for how long an ending process waits while nothing is taken
     */
    private LogWriter(Consumer<String> sink, int room, Duration patience) {
        this.sink = sink;
        this.room = room;
        this.patience = patience;
    }

    static LogWriter start(Consumer<String> sink, int room, Duration patience) {
        LogWriter writer = new LogWriter(sink, room, patience);
        Thread thread = new Thread(writer::writeLines, "log");
        thread.setDaemon(true);
        thread.start();
        return writer;
    }

    private static LogWriter startOfProcess() {
        LogWriter writer = start(line -> System.err.println(line), ROOM, PATIENCE);
        try {
            Runtime.getRuntime().addShutdownHook(new Thread(writer::end, "log-end"));
        } catch (IllegalStateException e) { // hooks run already
            writer.end();
        }
        return writer;
    }

    static LogWriter ofProcess() {
        return OfProcess.WRITER;
    }

    /** How many lines this process dropped. */
    public static long lostLines() {
        return ofProcess().lost();
    }

    void write(Level level, String line) {
        lock.lock();
        try {
            awaitWrittenIfEnding();
            if (heldCharacters > 0 && heldCharacters + line.length() > roomFor(level)) {
                lost++;
                lostUntold++;
                return;
            }
            tellOfLoss();
            add(level, line);
            awaitWrittenIfEnding();
        } finally {
            lock.unlock();
        }
    }

    private int roomFor(Level level) {
        return isGrave(level) ? room : room / 4 * 3;
    }

    private static boolean isGrave(Level level) {
        return level.toInt() >= Level.WARN.toInt();
    }

    private void add(Level level, String line) {
        lines.add(line);
        heldCharacters += line.length();
        queued++;
        urgent |= isGrave(level);
        if (lines.size() == 1 || !mayLinger()) {
            lineQueued.signal();
        }
    }

    private boolean mayLinger() {
        return !urgent && !ending && heldCharacters < room / PARTS_OF_ROOM;
    }

    private void tellOfLoss() {
        if (lostUntold > 0) {
            LogStyle style = LogStyle.current();
            LogEvent.Source source = new LogEvent.Source(Level.WARN, style.service(), LogWriter.class.getName());
            LogEvent loss = LogEvent.of(
                    source,
                    "log lines lost lines={} reason=\"standard error is not read fast enough\"",
                    new Object[] {lostUntold},
                    null);
            add(source.level(), style.format().line(loss));
            lostUntold = 0;
        }
    }

    /** From now on every line is written before its thread goes on. Returns when those that wait are written. */
    void end() {
        lock.lock();
        try {
            ending = true;
            lineQueued.signal();
            tellOfLoss();
            awaitWrittenIfEnding();
        } finally {
            lock.unlock();
        }
    }

    private void awaitWrittenIfEnding() {
        long last = queued;
        try {
            while (ending && written < last && !stuck) {
                stuck = !lineWritten.await(patience.toNanos(), TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void writeLines() {
        while (true) {
            List<String> some = next();
            try {
                sink.accept(String.join("\n", some));
            } catch (OutOfMemoryError e) {
                // These lines are lost; the next ones may find memory again.
            } finally {
                wrote(some);
            }
        }
    }

    /** The oldest lines, at least one; no more than a small part of the room. */
    private List<String> next() {
        lock.lock();
        try {
            while (lines.isEmpty()) {
                if (lostUntold > 0) {
                    tellOfLoss();
                } else {
                    lineQueued.awaitUninterruptibly();
                }
            }
            linger();
            List<String> some = new ArrayList<>();
            int characters = 0;
            do {
                characters += lines.element().length();
                some.add(lines.remove());
            } while (!lines.isEmpty() && characters + lines.element().length() <= room / PARTS_OF_ROOM);
            urgent &= !lines.isEmpty();
            return some;
        } finally {
            lock.unlock();
        }
    }

    private void linger() {
        long left = MOMENT.toNanos();
        try {
            while (left > 0 && mayLinger()) {
                left = lineQueued.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever does that to this thread wants no waiting
        }
    }

    private void wrote(List<String> some) {
        lock.lock();
        try {
            some.forEach(line -> heldCharacters -= line.length());
            written += some.size();
            stuck = false;
            lineWritten.signalAll();
        } finally {
            lock.unlock();
        }
    }

    long lost() {
        lock.lock();
        try {
            return lost;
        } finally {
            lock.unlock();
        }
    }

    int heldCharacters() {
        lock.lock();
        try {
            return heldCharacters;
        } finally {
            lock.unlock();
        }
    }
}
