package asyfleet.redis.queueserver;

/**
 * The bounds on tasks that wait.
 *
 * @param all how many tasks may wait in the whole fleet; 0 for any number
 * @param ofCaller how many of them may be of one caller; 0 for any number
 */
public record WaitingBounds(int all, int ofCaller) {

    /** For a task that is let in however many wait: it was accepted before, or never queues. */
    public static final WaitingBounds NONE = new WaitingBounds(0, 0);

    /** @param percent the share of one caller, which is never less than one task */
    public static WaitingBounds shared(int all, int percent) {
        return new WaitingBounds(all, (int) Math.max(1, (long) all * percent / 100));
    }

    /** The same for a caller that nobody can name. */
    WaitingBounds ofNobody() {
        return new WaitingBounds(all, 0);
    }

    /** Whether the tasks of each caller have to be counted: not if one alone may have the whole queue. */
    boolean areShared() {
        return ofCaller > 0 && (all == 0 || ofCaller < all);
    }
}
