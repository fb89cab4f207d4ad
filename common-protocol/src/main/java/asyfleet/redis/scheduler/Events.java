package asyfleet.redis.scheduler;

import java.util.List;

/**
 * The arrivals and endings since the scheduler last took them.
 *
 * @param backends how many slots live; {@link #AS_BEFORE} if none joined or left
 * @param lastArrival to be given to the next call, so that arrivals stay in order when the clock steps back
 * @param nowMillis Redis' clock, which all services share, when it looked
 */
public record Events(List<Arrival> arrived, List<String> finished, int backends, long lastArrival, long nowMillis) {

    public static final int AS_BEFORE = -1;

    /** Whether a list may hold more than one call takes. */
    public boolean mayBeMore() {
        return arrived.size() >= TakeEvents.MOST_PER_LIST || finished.size() >= TakeEvents.MOST_PER_LIST;
    }
}
