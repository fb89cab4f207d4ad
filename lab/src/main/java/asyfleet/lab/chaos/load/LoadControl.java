package asyfleet.lab.chaos.load;

import asyfleet.lab.chaos.history.FleetSample.QueueSample;

/**
 * The rule that finds how many tasks a second make a fleet as busy as wanted. It looks only while the fleet is whole: a
 * fleet with fewer slots gets as many tasks as before, and its queue grows.
 */
final class LoadControl {

    private static final double FIRST = 3;
    private static final double LEAST = 0.3;
    private static final double MOST = 30;
    private static final double STEP = 1.05;

    private final double wanted;

    /** @param wanted the share of slots that should be busy, 0 to 1 */
    LoadControl(double wanted) {
        this.wanted = wanted;
    }

    double first() {
        return FIRST;
    }

    /** The rate after a look. */
    double next(double rate, QueueSample seen) {
        double busy = (double) (seen.executing() + seen.waiting()) / Math.max(1, seen.slots());
        double changed = busy < wanted ? rate * STEP : rate / STEP;
        return Math.max(LEAST, Math.min(MOST, changed));
    }
}
