package asyfleet.redis.backend;

import asyfleet.redis.schema.TaskRecord;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The outcome of a claim. An exception instead means unknown: claim again with the same address. */
public sealed interface Claim {

    <R> R accept(Handler<R> handler);

    /** One answer per outcome, so that a new one does not compile until every handler has one. */
    interface Handler<R> {
        R on(Won won);

        R on(Gone gone);
    }

    /**
     * The slot runs this task.
     *
     * @param duration how long it may run, as the scheduler decided; empty if the scheduler does not know the task
     * @param mistake what is wrong with the task as another program described it
     */
    record Won(
            String id,
            TaskRecord task,
            Map<String, byte[]> files,
            Optional<Duration> duration,
            Optional<String> mistake)
            implements Claim {

        public Won(String id, TaskRecord task, Map<String, byte[]> files, Optional<Duration> duration) {
            this(id, task, files, duration, Optional.empty());
        }

        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }

    /** Another slot has it, or its client left. */
    record Gone(String id) implements Claim {
        @Override
        public <R> R accept(Handler<R> handler) {
            return handler.on(this);
        }
    }
}
