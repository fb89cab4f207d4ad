package asyfleet.lab.simulate;

import asyfleet.scheduler.decide.SchedulingRules;
import java.time.Duration;

/**
 * The settings of one simulation.
 *
 * @param load what the fleet owes its tasks, as a share of what all backends together can do
 * @param livePercent how many of a hundred tasks are live clients; the others have a lower priority
 * @param length of virtual time
 */
record Scenario(SchedulingRules rules, int backends, double load, int livePercent, Duration length, long seed) {

    Scenario withLoad(double other) {
        return new Scenario(rules, backends, other, livePercent, length, seed);
    }
}
