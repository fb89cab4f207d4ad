package asyfleet.backend.claim;

import asyfleet.backend.execute.OwnerThread;
import asyfleet.retry.Backoff;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The delays before Redis is asked again after an answer that did not come: short at first, then a second. */
final class Retry {

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(50), Duration.ofSeconds(1));

    private Retry() {}

    /** @param tries how many have failed, from 1 */
    static Duration delay(int tries) {
        return BACKOFF.pause(tries, ThreadLocalRandom.current().nextDouble());
    }

    static void after(OwnerThread owner, int tries, Runnable again) {
        owner.after(delay(tries), again);
    }
}
