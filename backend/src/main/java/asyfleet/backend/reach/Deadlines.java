package asyfleet.backend.reach;

import asyfleet.backend.execute.OwnerThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Things that are to happen within the same time, the next one first, and one timer for all of them. A timer for each would
 * hold what it is about until it is due, even if that has happened long before.
 *
 * <p>Owner: the thread that it was made with.
 */
final class Deadlines<K> {

    private final OwnerThread owner;
    private final Duration within;
    private final Map<K, Deadline> deadlines = new LinkedHashMap<>();
    private boolean ticking;

    /** @param nanos by {@link System#nanoTime} */
    private record Deadline(long nanos, Runnable missed) {}

    Deadlines(OwnerThread owner, Duration within) {
        this.owner = owner;
        this.within = within;
    }

    /** @param missed runs in time, unless the key is removed before */
    void put(K key, Runnable missed) {
        deadlines.put(key, new Deadline(System.nanoTime() + within.toNanos(), missed));
        if (!ticking) {
            tick(within);
        }
    }

    void remove(K key) {
        deadlines.remove(key);
    }

    private void tick(Duration delay) {
        ticking = true;
        owner.after(delay, this::look);
    }

    private void look() {
        ticking = false;
        long now = System.nanoTime();
        List<K> over = new ArrayList<>();
        for (Map.Entry<K, Deadline> next : deadlines.entrySet()) {
            long left = next.getValue().nanos() - now;
            if (left > 0) {
                tick(Duration.ofNanos(left));
                break;
            }
            over.add(next.getKey());
        }
        over.forEach(this::miss);
    }

    /** Takes the deadline as missed, now. Does nothing if it is gone: another that was missed may have removed it. */
    void miss(K key) {
        Deadline deadline = deadlines.remove(key);
        if (deadline != null) {
            deadline.missed().run();
        }
    }
}
