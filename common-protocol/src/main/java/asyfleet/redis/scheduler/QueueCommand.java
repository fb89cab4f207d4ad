package asyfleet.redis.scheduler;

import asyfleet.redis.connection.Seconds;
import asyfleet.redis.schema.DenialRecord;
import java.time.Duration;

/** One decision of the scheduler, to be carried out in Redis. */
public sealed interface QueueCommand {

    String id();

    /** The word that apply_decisions.lua knows it by. */
    String verb();

    /** The argument of apply_decisions.lua beside the ID. */
    String value();

    /**
     * Move a task from the queue to the stream, to run for at most this long.
     *
     * @param marked whether its entry may have to say more than its ID: it is interactive, or was lost before
     * @param arrivedNow whether it was taken in a moment ago, so that nobody has to look whether it is still there
     */
    record Dispatch(String id, Duration duration, boolean marked, boolean arrivedNow) implements QueueCommand {

        /** The same for another duration. */
        public Dispatch lasting(Duration other) {
            return new Dispatch(id, other, marked, arrivedNow);
        }

        @Override
        public String verb() {
            if (marked) {
                return "dispatch_marked";
            }
            return arrivedNow ? "dispatch_new" : "dispatch";
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
