package asyfleet.config;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The parts that a service has opened, and closes in the reverse order: a part may use those that were opened before
 * it, also while it closes. A part that fails to close leaves no other open. Used by the thread that starts the
 * service, then by the one that closes it.
 */
public final class OpenParts implements AutoCloseable {

    private final Deque<AutoCloseable> latestFirst = new ArrayDeque<>();
    private volatile String beingClosed; // read by who waits for the closing thread

    /** Opens the parts one after the other, and makes of them what is started. */
    public interface Start<S, X extends Exception> {
        S with(OpenParts parts) throws X;
    }

    /**
     * Starts something that owns its parts from then on. If that fails half way, what was opened is closed, and the
     * failure carries as suppressed what did not close.
     */
    public static <S, X extends Exception> S start(Start<S, X> start) throws X {
        OpenParts parts = new OpenParts();
        try {
            return start.with(parts);
        } catch (Throwable failure) {
            parts.closeAll().forEach(failure::addSuppressed);
            throw failure;
        }
    }

    /** Takes a part that is open, to be closed before all that were taken until now. */
    public <T extends AutoCloseable> T opened(T part) {
        latestFirst.push(part);
        return part;
    }

    /**
     * Closes every part, once: there is nothing left to do for a second call.
     *
     * @throws IllegalStateException when all are through, for the first that failed, with the others' as suppressed
     */
    @Override
    public void close() {
        throwFirst(closeAll());
    }

    private static void throwFirst(List<IllegalStateException> failures) {
        if (!failures.isEmpty()) {
            IllegalStateException first = failures.get(0);
            failures.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
    }

    /**
     * Closes every part on a thread of its own, which is given up if a part does not come to an end. To be called last.
     *
     * @throws IllegalStateException as {@link #close} does, and for the part that took too long
     */
    public void closeWithin(Duration limit) {
        CompletableFuture<List<IllegalStateException>> closing = new CompletableFuture<>();
        beingClosed = latestFirst.isEmpty() ? "nothing" : name(latestFirst.peek());
        Thread thread = new Thread(() -> closing.complete(closeAll()), "closing");
        thread.setDaemon(true);
        thread.start();
        try {
            throwFirst(closing.get(limit.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            throw new IllegalStateException("closing " + beingClosed + " did not end within " + limit, e);
        } catch (ExecutionException e) {
            throw new AssertionError("closing never fails as a whole", e);
        } catch (InterruptedException e) {
            thread.interrupt(); // who is in a hurry wants no part to wait
            Thread.currentThread().interrupt();
        }
    }

    private List<IllegalStateException> closeAll() {
        List<IllegalStateException> failures = new ArrayList<>();
        while (!latestFirst.isEmpty()) {
            AutoCloseable part = latestFirst.pop();
            beingClosed = name(part);
            try {
                part.close();
            } catch (Throwable e) { // a failed assertion, too, is no reason to leave the rest open
                failures.add(new IllegalStateException("closing " + beingClosed + " failed", e));
            }
        }
        return failures;
    }

    private static String name(AutoCloseable part) {
        return part.getClass().getSimpleName();
    }
}
