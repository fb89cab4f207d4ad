package asyfleet.queueserver.session;

import asyfleet.queueserver.task.TaskTerms;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The right of a client to use its connection for one task after the other: with the sub-protocol {@code asy.keep}, for so
 * many tasks, while it is not idle for long, and while its token counts. Confined to the connection's event loop.
 */
final class ConnectionReuse {

    /** A client that did not ask for it. */
    static final ConnectionReuse NO = new ConnectionReuse(0, Optional::empty);

    /** So that connections are spread anew over queue servers that joined. */
    static final int MOST_TASKS = 1000;

    /** From the end of a task to the first message of the next. */
    static final Duration IDLE = Duration.ofSeconds(60);

    private final Supplier<Optional<TaskTerms>> terms;
    private int left;

    private ConnectionReuse(int left, Supplier<Optional<TaskTerms>> terms) {
        this.left = left;
        this.terms = terms;
    }

    /** @param terms of the next task; empty if the client would no longer be let in */
    static ConnectionReuse of(Supplier<Optional<TaskTerms>> terms) {
        return new ConnectionReuse(MOST_TASKS - 1, terms);
    }

    boolean hasTasksLeft() {
        return left > 0;
    }

    /** The terms of one task of those that are left; empty if there may be none. */
    Optional<TaskTerms> takeTask() {
        if (left == 0) {
            return Optional.empty();
        }
        left--;
        return terms.get();
    }
}
