package asyfleet.process;

import asyfleet.config.StartFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * The processes that this program has started and that still run. Whoever starts one ends it; they are kept for a signal
 * that ends this program before, and would leave them behind.
 *
 * <p>Static, as they belong to the whole program, and so does its shutdown hook. The system also knows a program's
 * children, but counts those among them that a shell started before it became this program.
 *
 * <p>Synchronized, because the hook ends them while others start them.
 */
public final class Children {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(20);
    private static final Deque<Process> LATEST_FIRST = new ArrayDeque<>();
    private static boolean ending;

    private Children() {}

    /** @throws StartFailure if the program is being ended, so that nothing starts behind the hook's back */
    public static synchronized Process start(ProcessBuilder builder) throws IOException {
        if (ending) {
            throw new StartFailure("nothing is started any more: the program was told to end");
        }
        Process child = builder.start();
        LATEST_FIRST.push(child);
        child.onExit().thenRun(() -> forget(child));
        return child;
    }

    private static synchronized void forget(Process child) {
        LATEST_FIRST.remove(child);
    }

    /** Whether the program was told to end. What fails from then on fails because of that. */
    public static synchronized boolean areEnding() {
        return ending;
    }

    /** For the shutdown hook: ends them in the reverse order of their start, as their owners would. */
    public static void endAll() {
        for (Process child = latest(); child != null; child = latest()) {
            end(child);
        }
    }

    private static synchronized Process latest() {
        ending = true;
        return LATEST_FIRST.poll();
    }

    /** Lets it drain within a limit. */
    static void end(Process child) {
        child.toHandle().destroy();
        try {
            if (!child.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                child.destroyForcibly();
            }
        } catch (InterruptedException e) {
            child.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
