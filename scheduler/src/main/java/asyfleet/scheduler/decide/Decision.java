package asyfleet.scheduler.decide;

/** A decision of the core about one task. */
public sealed interface Decision {

    String id();

    <R> R accept(Handler<R> handler);

    /** One method for each kind of decision. */
    interface Handler<R> {
        R on(Dispatch decision);

        R on(Downgrade decision);

        R on(Halt decision);

        R on(Deny decision);
    }

    /** Give the task to a backend; it may run for the duration, {@link Demand#NO_LIMIT} for a shell without a timeout. */
    record Dispatch(String id, int level, long durationMillis) implements Decision {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** Shorten the task that runs; the duration counts from its start, so this may end it at once. */
    record Downgrade(String id, int level, long durationMillis) implements Decision {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** End the shell; its backend counts as free already. */
    record Halt(String id) implements Decision {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** Tell the client that the task will not run. */
    record Deny(String id, Denial reason) implements Decision {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
