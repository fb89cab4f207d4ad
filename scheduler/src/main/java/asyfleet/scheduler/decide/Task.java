package asyfleet.scheduler.decide;

import java.util.Objects;

/**
 * A task as it arrives.
 *
 * @param priority 2 for a live client, 1 for the HTTP API, 0 for batch
 * @param attempt 0 at first, one more each time the task is submitted again because its backend was lost
 * @param arrivedAt milliseconds, on the clock of all events that the core is given
 */
public record Task(String id, Wish wish, int priority, int attempt, long arrivedAt) {

    /** The highest priority; the lowest is 0. */
    public static final int MAX_PRIORITY = 2;

    public Task {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(wish, "wish");
        if (priority < 0 || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException(
                    "task " + id + ": priority is " + priority + ", expected 0 to " + MAX_PRIORITY);
        }
        if (attempt < 0) {
            throw new IllegalArgumentException("task " + id + ": attempt is " + attempt + ", expected 0 or more");
        }
    }

    /** Submitted again after its backend was lost. */
    public boolean again() {
        return attempt > 0;
    }
}
