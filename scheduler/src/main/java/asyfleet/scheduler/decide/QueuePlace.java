package asyfleet.scheduler.decide;

/**
 * The place of a task in the queue.
 *
 * @param score lower runs sooner; see {@link Order}
 * @param priority 2 for a live client, 1 for the HTTP API, 0 for batch
 * @param ahead whether it goes ahead of the queue: it lost its backend and was submitted again, or no slot claimed it
 */
public record QueuePlace(long score, int priority, boolean ahead) {

    /** The highest priority; the lowest is 0. */
    public static final int MAX_PRIORITY = 2;

    /** The same, but behind whoever has this score. */
    public QueuePlace notBefore(long other) {
        return new QueuePlace(Math.max(score, other), priority, ahead);
    }

    public QueuePlace {
        if (priority < 0 || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException("priority is " + priority + ", expected 0 to " + MAX_PRIORITY);
        }
    }
}
