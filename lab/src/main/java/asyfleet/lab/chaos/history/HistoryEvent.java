package asyfleet.lab.chaos.history;

import java.time.Duration;
import java.util.Optional;

/** One thing that was seen or done in a run. Times are in seconds since its start. */
public sealed interface HistoryEvent {

    double at();

    /** One answer per event, so that a new one does not compile until every handler has one. */
    interface Handler<R> {
        R on(Sent sent);

        R on(Accepted accepted);

        R on(Ended ended);

        R on(Stumbled stumbled);

        R on(Vanished vanished);

        R on(WaitsAgain waits);

        R on(RunsAgain runs);

        R on(Adopted adopted);

        R on(GaveUp gaveUp);

        R on(Left left);

        R on(Told told);

        R on(Granted granted);

        R on(Released released);

        R on(Struck struck);

        R on(Failed failed);

        R on(Healed healed);

        R on(WholeAgain recovered);

        R on(Sampled sampled);

        R on(Rested rested);

        R on(Remarked remarked);

        R on(Unproven unproven);
    }

    <R> R accept(Handler<R> handler);

    /** A client begins to send a task. */
    record Sent(double at, int task, ClientDoor door, ExpectedEnd expected) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The fleet said that it has the task: from here on it must bring it to an end. */
    record Accepted(double at, int task) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /**
     * An end that the fleet gave to a task, or the refusal to take it.
     *
     * @param picture the digest of the picture that came with it
     * @param output what the program wrote, as far as it is short
     */
    record Ended(double at, int task, String code, Optional<String> picture, Optional<String> output)
            implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** An error that a client saw and got over by asking again. */
    record Stumbled(double at, int task, String error) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The connection ended before the task did: its end is unknown. */
    record Vanished(double at, int task, String error) implements HistoryEvent {

        /** The error of a client that the fleet did not know its task any more. */
        public static final String UNKNOWN_TO_THE_FLEET = "unknown to the fleet (404)";

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The client was told that the backend of its running task was lost, and that it waits for another. */
    record WaitsAgain(double at, int task) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The client was told that such a task runs on another backend. */
    record RunsAgain(double at, int task) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The client was told that another queue server took over its asynchronous task. */
    record Adopted(double at, int task) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The client waited as long as it had patience, and its connection stood. */
    record GaveUp(double at, int task) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The client hung up on purpose. */
    record Left(double at, int task) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A webhook was called. */
    record Told(double at, int task, String state) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** The request limiter let a request begin. */
    record Granted(double at, int request, String type, int limit) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A request ended: its client said so, or its connection ended. */
    record Released(double at, int request) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A fault begins. */
    record Struck(double at, int number, FaultKind kind, String target) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A fault that began could not be made, or not all of it: it does not count, but may have done harm. */
    record Failed(double at, int number, String reason) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A fault is over: its part is whole again, or begins to start again. */
    record Healed(double at, int number) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** All processes are ready and all slots count again; in a soak, those that the fault struck. */
    record WholeAgain(double at, int number) implements HistoryEvent {

        /** How long this is waited for. After that a fault explains nothing any more. */
        public static final Duration LIMIT = Duration.ofSeconds(180);

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A look at what the fleet does and uses. */
    record Sampled(double at, FleetSample sample) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A look at a fleet that nobody uses: before its first task, or after its last. */
    record Rested(double at, boolean before, FleetRest rest) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** Something about the run itself that who reads its report should know. */
    record Remarked(double at, String text) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** A part of the run that could not be carried out: it does not show that the promises hold. */
    record Unproven(double at, String text) implements HistoryEvent {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
