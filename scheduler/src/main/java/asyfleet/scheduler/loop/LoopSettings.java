package asyfleet.scheduler.loop;

import asyfleet.scheduler.decide.SchedulingRules;
import java.time.Duration;

/**
 * The settings of the loop: rules, order, leadership and sweeps.
 *
 * @param priorityStep the head start of one priority over the next
 * @param mostRunning how many tasks may run however many backends live
 * @param lease how long the lease of the leading scheduler lives unless renewed
 */
public record LoopSettings(
        SchedulingRules rules, Duration priorityStep, int mostRunning, Duration lease, Sweeping sweeping) {

    /**
     * The settings of sweeps.
     *
     * @param every how often to look for what died without a word
     * @param unclaimed how long a dispatched task may stay unread or unclaimed before it goes back to the queue
     */
    public record Sweeping(Duration every, Duration unclaimed) {}
}
