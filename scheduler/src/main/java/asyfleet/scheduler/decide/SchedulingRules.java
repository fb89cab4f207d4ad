package asyfleet.scheduler.decide;

import java.time.Duration;

/**
 * The settings that decisions depend on.
 *
 * @param maxWaiting how many tasks may wait; the next is denied
 * @param queueTimeout how long a task may wait before it is denied
 */
public record SchedulingRules(Levels levels, int maxWaiting, Duration queueTimeout) {

    /** The settings of a fleet that nobody configured. */
    public static final SchedulingRules DEFAULT = new SchedulingRules(Levels.DEFAULT, 200, Duration.ofSeconds(60));

    public SchedulingRules {
        if (maxWaiting < 1) {
            throw new IllegalArgumentException("queue size is " + maxWaiting + ", expected at least 1");
        }
        if (queueTimeout.isNegative() || queueTimeout.isZero()) {
            throw new IllegalArgumentException("queue timeout is " + queueTimeout + ", expected more than 0");
        }
    }

    /** The same rules without admission: nothing is ever denied for a full queue or a long wait. */
    public SchedulingRules withoutAdmission() {
        return new SchedulingRules(levels, Integer.MAX_VALUE, Duration.ofMillis(Long.MAX_VALUE));
    }
}
