package asyfleet.redis.limiter;

import asyfleet.redis.limiter.LimitRequests.Step;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;

/**
 * Steps that were not sent yet, oldest first. Bounded: starts and counts by {@link #MOST}; what must arrive is always
 * taken, because refusing it would leak, and there is one at most for each start that waits, was granted or is undecided.
 *
 * <p>Belongs to the thread of {@link SharedLimiter}.
 */
final class WaitingSteps {

    static final int MOST = 50_000;

    private final Queue<PendingStep> steps = new ArrayDeque<>();

    boolean isEmpty() {
        return steps.isEmpty();
    }

    /** False if there are too many. */
    boolean add(PendingStep step) {
        return (step.mustArrive() || steps.size() < MOST) && steps.add(step);
    }

    List<PendingStep> take(int most) {
        List<PendingStep> taken = new ArrayList<>(Math.min(most, steps.size()));
        while (!steps.isEmpty() && taken.size() < most) {
            taken.add(steps.remove());
        }
        return taken;
    }

    /** Gives up what waited too long. A start that was never sent holds nothing, so its end goes with it. */
    void giveUpOverdue(long nowNanos) {
        Set<String> neverStarted = new HashSet<>();
        steps.removeIf(waiting -> {
            if (waiting.step() instanceof Step.End end) {
                return neverStarted.contains(end.request());
            }
            if (!waiting.isOverdue(nowNanos)) {
                return false;
            }
            waiting.giveUp();
            if (waiting.mustArrive()) {
                return false;
            }
            if (waiting.step() instanceof Step.Start start) {
                neverStarted.add(start.request());
            }
            return true;
        });
    }
}
