package asyfleet.scheduler.estimate;

import asyfleet.scheduler.decide.Demand;

/**
 * The rate at which tasks of one priority arrive, the last minute counting most, and the demands of the latest of them.
 *
 * <p>Confined to the thread that owns the {@link Experience}.
 */
final class Arrivals {

    private static final double MEMORY_MILLIS = 60_000;
    private static final int REMEMBERED = 64;

    private final Demand[] demands = new Demand[REMEMBERED];
    private long seen; // at thousands a second, an int would overflow within days
    private long firstAt;
    private long lastAt;
    /** Arrivals, each weighing less the longer ago it was. */
    private double weight;

    /**
     * The arrivals to expect of one priority.
     *
     * @param perMilli 0 if none arrive
     */
    record Stream(double perMilli, Demand[] demands) {}

    void add(Demand demand, long now) {
        firstAt = seen == 0 ? now : firstAt;
        weight = weightAt(now) + 1;
        lastAt = Math.max(lastAt, now);
        demands[(int) (seen++ % REMEMBERED)] = demand;
    }

    Stream expected(long now) {
        // What there was time to see of the memory; at least a second, lest the first arrival look like a flood.
        double age = Math.max(1_000, now - firstAt);
        double window = MEMORY_MILLIS * (1 - Math.exp(-age / MEMORY_MILLIS));
        Demand[] latest = new Demand[(int) Math.min(seen, REMEMBERED)];
        System.arraycopy(demands, 0, latest, 0, latest.length);
        return new Stream(seen == 0 ? 0 : weightAt(now) / window, latest);
    }

    private double weightAt(long now) {
        return weight * Math.exp(-Math.max(0, now - lastAt) / MEMORY_MILLIS);
    }
}
