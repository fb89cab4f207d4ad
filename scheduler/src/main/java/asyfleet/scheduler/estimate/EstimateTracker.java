package asyfleet.scheduler.estimate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The last estimates that waiting clients were sent, and the choice of the new ones that are worth sending.
 *
 * <p>A client counts down what it was told, so an estimate is news when it differs noticeably from what is left of the
 * last one. Not every client can be told at any time: at most so often each, and at most so many at once; those left
 * over come with the next estimates, the ones that were never told anything before the others.
 *
 * <p>Owned by one thread. Forgets a task when it is no longer among the estimates.
 */
public final class EstimateTracker {

    /**
     * The limits of what is sent.
     *
     * @param relative noticeable is this share of the wait …
     * @param absolute … and at least this
     * @param pause between two estimates for the same task
     * @param mostAtOnce how many estimates may be sent at a time
     */
    public record Thresholds(double relative, Duration absolute, Duration pause, int mostAtOnce) {
        public static final Thresholds DEFAULT =
                new Thresholds(0.2, Duration.ofMillis(500), Duration.ofSeconds(1), 1_000);
    }

    private record LastEstimate(long at, long waitMillis) {
        long leftMillis(long now) {
            return Math.max(0, waitMillis - (now - at));
        }
    }

    private final Thresholds thresholds;
    private Map<String, LastEstimate> lastEstimates = new HashMap<>();

    public EstimateTracker(Thresholds thresholds) {
        this.thresholds = thresholds;
    }

    /** Those of the estimates that are to be sent now; takes them as sent. */
    public List<Estimate> news(List<Estimate> estimates, long now) {
        List<Estimate> first = new ArrayList<>();
        List<Estimate> changed = new ArrayList<>();
        Map<String, LastEstimate> stillWaiting = new HashMap<>();
        for (Estimate estimate : estimates) {
            LastEstimate before = lastEstimates.get(estimate.id());
            if (before == null) {
                first.add(estimate);
                continue;
            }
            stillWaiting.put(estimate.id(), before);
            if (isNews(estimate, before, now)) {
                changed.add(estimate);
            }
        }
        lastEstimates = stillWaiting;
        return tell(first, changed, now);
    }

    private boolean isNews(Estimate estimate, LastEstimate before, long now) {
        if (now - before.at < thresholds.pause().toMillis()) {
            return false;
        }
        double noticeable = Math.max(thresholds.absolute().toMillis(), thresholds.relative() * estimate.waitMillis());
        return Math.abs(estimate.waitMillis() - before.leftMillis(now)) >= noticeable;
    }

    private List<Estimate> tell(List<Estimate> first, List<Estimate> changed, long now) {
        first.addAll(changed);
        List<Estimate> news = List.copyOf(first.subList(0, Math.min(first.size(), thresholds.mostAtOnce())));
        for (Estimate estimate : news) {
            lastEstimates.put(estimate.id(), new LastEstimate(now, estimate.waitMillis()));
        }
        return news;
    }
}
