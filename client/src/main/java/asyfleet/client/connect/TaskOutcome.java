package asyfleet.client.connect;

import asyfleet.protocol.task.verdict.EndCode;
import asyfleet.protocol.task.verdict.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The one end of a task, as its client knows it. */
public sealed interface TaskOutcome {

    <R> R accept(Handler<R> handler);

    /** One answer per outcome, so that a new one does not compile until every handler has one. */
    interface Handler<R> {
        R on(Rendered rendered);

        R on(Failed failed);

        R on(Denied denied);

        R on(Lost lost);

        R on(Unreachable unreachable);

        R on(Cancelled cancelled);
    }

    /**
     * The program ended well.
     *
     * @param images all that it drew; a shell may have drawn none
     * @param time how long the execution took, if the server said so
     */
    record Rendered(List<Image> images, Optional<Duration> time) implements TaskOutcome {

        public Rendered {
            images = List.copyOf(images);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /**
     * The program did not end well, or something of the fleet's did not: then the verdict's stage says so.
     *
     * @param images what it drew before
     * @param trace what its operator finds it by in the logs, if the server said so
     */
    record Failed(
            String error,
            Optional<Verdict> verdict,
            List<Image> images,
            Optional<Duration> time,
            Optional<String> trace)
            implements TaskOutcome {

        public Failed {
            images = List.copyOf(images);
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /**
     * The fleet did not take the task: nothing of it ran.
     *
     * @param trace what its operator finds it by in the logs, if the server said so
     */
    record Denied(String error, Optional<EndCode> code, Optional<String> trace) implements TaskOutcome {

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** Nobody answered at the address of the fleet, so nothing ran. */
    record Unreachable(String reason) implements TaskOutcome {

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The server refused the connection, or it ended early: whether the program ran is unknown. */
    record Lost(String reason) implements TaskOutcome {

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The end of a task whose client hung up, which aborts it. */
    record Cancelled() implements TaskOutcome {

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
