package asyfleet.redis.queueserver;

/** The outcome of a submission. An exception instead means unknown: send it again with the same nonce. */
public sealed interface Submission {

    record Accepted(String id) implements Submission {}

    /**
     * As many tasks of the caller wait as may.
     *
     * @param bounds of those who wait
     */
    record CallerFull(long waiting, WaitingBounds bounds) implements Submission {

        public String message() {
            return "Too many tasks: " + waiting + " of this caller wait; expected at most " + bounds.ofCaller()
                    + " of the " + bounds.all() + " places in the queue";
        }
    }

    record QueueFull(long waiting, int most) implements Submission {

        /** The text that clients of the queue know. */
        public String message() {
            return "Queue full: " + waiting + " tasks queued (max: " + most + ")";
        }
    }
}
