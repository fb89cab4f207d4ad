package asyfleet.config;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The parts that a service has opened, and closes in the reverse order: a part may use those that were opened before
 * it, also while it closes. A part that fails to close leaves no other open. Used by the thread that starts the
 * service, then by the one that closes it.
 */
public final class OpenParts implements AutoCloseable {

    private final Deque<AutoCloseable> latestFirst = new ArrayDeque<>();

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
        List<IllegalStateException> failures = closeAll();
        if (!failures.isEmpty()) {
            IllegalStateException first = failures.get(0);
            failures.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
    }

    private List<IllegalStateException> closeAll() {
        List<IllegalStateException> failures = new ArrayList<>();
        while (!latestFirst.isEmpty()) {
            AutoCloseable part = latestFirst.pop();
            try {
                part.close();
            } catch (Throwable e) { // a failed assertion, too, is no reason to leave the rest open
                failures.add(
                        new IllegalStateException("closing " + part.getClass().getSimpleName() + " failed", e));
            }
        }
        return failures;
    }
}
