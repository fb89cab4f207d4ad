package asyfleet.process;

import asyfleet.config.StartFailure;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that this program started. A thread of its own reads both of its output streams, so that it never waits for
 * its reader, and keeps the last lines.
 *
 * <p>Safe for use by any thread: the lines are guarded by this object, which the reader notifies of each.
 */
public final class ChildProcess implements AutoCloseable {

    private static final Duration READY_LIMIT = Duration.ofMinutes(3);

    /** There is an end to it, because what the process left behind may hold its output open. */
    private static final int LAST_WORDS_MILLIS = 5000;

    private static final int LINES_KEPT = 1000;

    /** A line in which a service of ours says that it is ready, and where. */
    private static final Pattern READY = Pattern.compile("ready service=\\S+ address=(\\S+)");

    private final String name;
    private final Process process;
    private final Thread reader;
    private final Deque<String> lines = new ArrayDeque<>();
    private boolean ended;
    private volatile String address; // set by who waited for it, read by any

    ChildProcess(String name, Process process) {
        this.name = name;
        this.process = process;
        this.reader = new Thread(this::read, "output-of-" + name);
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                keep(line);
            }
        } catch (IOException e) {
            keep(e.toString());
        } finally {
            end();
        }
    }

    private synchronized void keep(String line) {
        lines.add(line);
        if (lines.size() > LINES_KEPT) {
            lines.remove();
        }
        notifyAll();
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    /**
     * Waits until one of our services says that it is ready.
     *
     * @throws StartFailure with its last lines, if it ends before or takes too long
     */
    public ChildProcess awaitReady() {
        address = await(READY);
        return this;
    }

    /** Where the service answers; known once it is ready. */
    public String address() {
        return address;
    }

    /**
     * Waits until a line fits, if none did before, and returns the pattern's first group, or all that fits if it has none.
     *
     * @throws StartFailure with its last lines, if it ends before or takes too long
     */
    public String await(Pattern line) {
        Optional<String> found = search(line);
        if (found.isPresent()) {
            return found.get();
        }
        close();
        throw new StartFailure(name + " did not print '" + line + "' but:\n" + printed());
    }

    /** Empty if it ended, or the time is over, or the caller is interrupted. */
    private synchronized Optional<String> search(Pattern line) {
        long end = System.nanoTime() + READY_LIMIT.toNanos();
        try {
            Optional<String> found = find(line);
            while (found.isEmpty() && !ended && end - System.nanoTime() > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, end - System.nanoTime());
                found = find(line);
            }
            return found;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** Looks through the lines that are kept. */
    public synchronized Optional<String> find(Pattern line) {
        return lines.stream()
                .map(line::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(Math.min(1, match.groupCount())))
                .findFirst();
    }

    /** The last lines, each with its end; all of them if there were no more than a thousand. */
    public synchronized String printed() {
        StringBuilder text = new StringBuilder();
        lines.forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Everything it has started, itself or through others, and that still lives. */
    public List<ProcessHandle> descendants() {
        return process.descendants().filter(ProcessHandle::isAlive).toList();
    }

    /** SIGTERM; does not wait. */
    public void terminate() {
        process.toHandle().destroy(); // Process.destroy would close our end of its output as well
    }

    /** SIGKILL, and waits until it is gone: it has no time to say anything. */
    public void kill() {
        process.toHandle().destroyForcibly();
        awaitEnd();
    }

    /** Waits until it has ended, and has its last words read. */
    public int exitCode() {
        int code = awaitEnd();
        try {
            reader.join(LAST_WORDS_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return code;
    }

    private int awaitEnd() {
        try {
            return process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(name + " has not ended; it printed:\n" + printed(), e);
        }
    }

    /** SIGTERM; SIGKILL if it has not ended in time. */
    @Override
    public void close() {
        Children.end(process);
    }
}
