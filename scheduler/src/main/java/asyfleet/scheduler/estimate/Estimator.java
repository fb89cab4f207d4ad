package asyfleet.scheduler.estimate;

import asyfleet.scheduler.decide.Order;
import asyfleet.scheduler.decide.SchedulingRules;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The computation of estimates for all waiting tasks at once: the core runs ahead from a snapshot into several possible
 * futures, and a task's estimate is its mean wait in them.
 *
 * <p>One future with the mean run time for everybody was rejected: of a hundred tasks that take a second on average the
 * first ends after a fraction of it, and a future in which all take the same knows nothing of that.
 *
 * <p>The estimate of a task depends only on those before it, so most futures look at the first part of the queue only:
 * further back chance evens out by itself, and one future is enough. The sentence is exact for whoever nobody can
 * overtake any more. For a task of lower priority the futures also hold tasks that have yet to arrive and will go ahead
 * of it; one behind may get in the way of such a newcomer, and so move the estimate a little.
 *
 * <p>Immutable and without effect on anything: may run on any thread, next to the one that decides.
 */
public final class Estimator {

    private static final int FIRST_PART = 500;
    private static final int LEAST_FUTURES = 2;
    private static final int MOST_RUNS = 16_000;

    private final SchedulingRules rules;
    private final Order order;

    /** @param order gives those that will arrive their place, as it did those that wait */
    public Estimator(SchedulingRules rules, Order order) {
        this.rules = rules;
        this.order = order;
    }

    /** In the order of the queue; without backends nobody has an estimate. */
    public List<Estimate> estimate(Snapshot state, Forecast forecast, long now) {
        Map<String, Double> means = meansOfFirstPart(firstPart(state), forecast, now);
        Map<String, Long> waits = waitsBehind(state, forecast, now);
        List<Estimate> estimates = new ArrayList<>(state.waiting().size());
        for (Task task : state.waiting()) {
            Double mean = means.get(task.id());
            Long wait = mean == null ? waits.get(task.id()) : Long.valueOf(Math.round(mean));
            if (wait != null) {
                estimates.add(new Estimate(task.id(), wait));
            }
        }
        return estimates;
    }

    private Map<String, Double> meansOfFirstPart(Snapshot state, Forecast forecast, long now) {
        int futures = futures(state);
        Map<String, Double> means = new HashMap<>();
        for (int future = 0; future < futures; future++) {
            new LookAhead(rules, order, forecast, future)
                    .waits(state, now)
                    .forEach((id, wait) -> means.merge(id, wait / (double) futures, Double::sum));
        }
        return means;
    }

    /** In a vast fleet chance evens out by itself too, and every future costs more. */
    private static int futures(Snapshot state) {
        int affordable = MOST_RUNS / Math.max(1, state.running().size());
        return Math.max(LEAST_FUTURES, Math.min(LookAhead.FUTURES, affordable));
    }

    private Map<String, Long> waitsBehind(Snapshot state, Forecast forecast, long now) {
        if (state.waiting().size() <= FIRST_PART) {
            return Map.of();
        }
        return new LookAhead(rules, order, forecast, 0).waits(state, now);
    }

    private static Snapshot firstPart(Snapshot state) {
        if (state.waiting().size() <= FIRST_PART) {
            return state;
        }
        return new Snapshot(state.backends(), state.waiting().subList(0, FIRST_PART), state.running());
    }
}
