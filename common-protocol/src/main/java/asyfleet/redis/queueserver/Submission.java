package asyfleet.redis.queueserver;

/** The outcome of a submission. An exception instead means unknown: send it again with the same nonce. */
public sealed interface Submission {

    record Accepted(String id) implements Submission {}

    record QueueFull(long waiting, int most) implements Submission {

        /** The text that clients of the queue know. */
        public String message() {
            return "Queue full: " + waiting + " tasks queued (max: " + most + ")";
        }
    }
}
