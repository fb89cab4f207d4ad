package asyfleet.redis.limiter;

import asyfleet.redis.limiter.LimitRequests.Step;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The steps that Redis carried out in the last seconds, oldest first. A replica that becomes the master may never have
 * heard of them: an end that it forgot would hold its place for ever, and a start that it forgot would let in one request
 * too many. So they are sent again after every reconnection, which changes nothing where they are known.
 *
 * <p>Belongs to the thread of {@link SharedLimiter}.
 */
final class RecentSteps {

    /** Longer than a replica is behind its master. */
    static final Duration LIFE = Duration.ofSeconds(10);

    static final int MOST = 50_000;

    private final Deque<DoneStep> steps = new ArrayDeque<>();

    private record DoneStep(Step step, long nanos) {}

    void add(Step step, long nowNanos) {
        steps.add(new DoneStep(step, nowNanos));
        while (steps.size() > MOST || nowNanos - steps.element().nanos() > LIFE.toNanos()) {
            steps.remove();
        }
    }

    /** All of them, which are forgotten here: once they are answered they are recent again. */
    List<Step> takeAll() {
        List<Step> taken = new ArrayList<>(steps.size());
        steps.forEach(done -> taken.add(done.step()));
        steps.clear();
        return taken;
    }
}
