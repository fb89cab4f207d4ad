package asyfleet.backend.claim;

import asyfleet.backend.execute.OwnerThread;
import java.time.Duration;

/** The delays before Redis is asked again after an answer that did not come: short at first, then a second. */
final class Retry {

    private static final Duration FIRST = Duration.ofMillis(50);
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private Retry() {}

    /** @param tries how many have failed, from 1 */
    static Duration delay(int tries) {
        Duration doubled = FIRST.multipliedBy(1L << Math.min(tries - 1, 10));
        return doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
    }

    static void after(OwnerThread owner, int tries, Runnable again) {
        owner.after(delay(tries), again);
    }
}
