package asyfleet.redis.scheduler;

import asyfleet.redis.connection.Seconds;
import asyfleet.redis.schema.DenialRecord;
import java.time.Duration;

/** One decision of the scheduler, to be carried out in Redis. */
public sealed interface QueueCommand {

    String id();

    /** The word that apply_decisions.lua knows it by. */
    String verb();

    /** What apply_decisions.lua is told beside the ID. */
    String value();

    /** Move a task from the queue to the stream, to run for at most this long. */
    record Dispatch(String id, Duration duration) implements QueueCommand {
        @Override
        public String verb() {
            return "dispatch";
        }

        @Override
        public String value() {
            return Seconds.format(duration);
        }
    }

    /** Give a running default task a shorter duration. */
    record Downgrade(String id, Duration duration) implements QueueCommand {
        @Override
        public String verb() {
            return "downgrade";
        }

        @Override
        public String value() {
            return Seconds.format(duration);
        }
    }

    /** End a running interactive task; its backend counts as free at once. */
    record Halt(String id) implements QueueCommand {
        @Override
        public String verb() {
            return "halt";
        }

        @Override
        public String value() {
            return "";
        }
    }

    /** A waiting task will not run. */
    record Deny(String id, DenialRecord denial) implements QueueCommand {
        @Override
        public String verb() {
            return "deny";
        }

        @Override
        public String value() {
            return denial.toLine();
        }
    }
}
