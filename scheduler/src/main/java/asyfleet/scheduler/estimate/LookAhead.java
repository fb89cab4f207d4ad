package asyfleet.scheduler.estimate;

import asyfleet.scheduler.decide.Order;
import asyfleet.scheduler.decide.QueuePlace;
import asyfleet.scheduler.decide.SchedulingRules;
import asyfleet.scheduler.decide.Snapshot;
import asyfleet.scheduler.decide.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One possible future: every task takes a run time from the forecast, and the moment at which the core dispatches a
 * waiting task is how long it waits.
 *
 * <p>Where the rule takes a random task, this takes the first: an answer must not change by throwing dice again. Which
 * run time a task takes depends on its ID and the future alone, so it is the same whoever else waits.
 */
final class LookAhead implements VirtualFleet.Workload {

    /** How many futures there are at most; over all of them a task takes a run time from every part of the possible. */
    static final int FUTURES = 16;

    private final Map<String, Long> waits = new HashMap<>();
    private final List<Overtakers> overtakers = new ArrayList<>();
    private final Forecast forecast;
    private final int future;
    private final VirtualFleet fleet;
    private int stillWaiting;

    LookAhead(SchedulingRules rules, Order order, Forecast forecast, int future) {
        this.forecast = forecast;
        this.future = future;
        this.fleet = new VirtualFleet(rules.withoutAdmission(), size -> 0, this);
        for (int priority = 0; priority <= QueuePlace.MAX_PRIORITY; priority++) {
            overtakers.add(new Overtakers(forecast, order, priority, future));
        }
    }

    /** The wait of every task that is ever dispatched: all of them, if there is a backend. */
    Map<String, Long> waits(Snapshot state, long startAt) {
        for (int priority = 0; priority < overtakers.size(); priority++) {
            overtakers.get(priority).startAt(startAt, lastOfPriority(state, priority));
        }
        state.waiting().forEach(task -> waits.put(task.id(), null));
        stillWaiting = state.waiting().size();
        long lastScore = stillWaiting == 0
                ? Long.MIN_VALUE
                : state.waiting().get(stillWaiting - 1).place().score();
        fleet.resume(state, startAt);
        while (stillWaiting > 0 && playNext(lastScore)) {
            // One end or one arrival after the other.
        }
        waits.values().removeIf(at -> at == null);
        waits.replaceAll((id, at) -> at - startAt);
        return waits;
    }

    private static long lastOfPriority(Snapshot state, int priority) {
        return state.waiting().stream()
                .map(Task::place)
                .filter(place -> place.priority() == priority)
                .mapToLong(QueuePlace::score)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    private boolean playNext(long lastScore) {
        long nextEnd = fleet.nextEnd().orElse(Long.MAX_VALUE);
        Overtakers first = firstStream(lastScore);
        if (first.next(lastScore) < nextEnd) {
            fleet.arrive(first.take());
            return true;
        }
        if (nextEnd == Long.MAX_VALUE) {
            return false;
        }
        fleet.playNextEnd();
        return true;
    }

    private Overtakers firstStream(long lastScore) {
        Overtakers first = overtakers.get(0);
        for (Overtakers stream : overtakers) {
            if (stream.next(lastScore) < first.next(lastScore)) {
                first = stream;
            }
        }
        return first;
    }

    @Override
    public long totalMillis(Task task, long elapsedMillis) {
        return forecast.totalMillis(task.demand(), elapsedMillis, quantile(task.id()));
    }

    @Override
    public void started(Task task, long now) {
        if (waits.containsKey(task.id())) {
            waits.put(task.id(), now);
            stillWaiting--;
        }
    }

    /** A place within one of as many parts as there are futures, visited in an order that differs from task to task. */
    private double quantile(String id) {
        long hash = (id.hashCode() + 1L) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 32;
        int step = (int) (hash >>> 8) | 1;
        int part = ((int) hash + future * step) & (FUTURES - 1);
        double within = (hash >>> 40) * 0x1.0p-24;
        return (part + within) / FUTURES;
    }
}
