package asyfleet.lab.bench.all;

import java.time.Duration;

/**
 * The longest time of each part of a run.
 *
 * @param round of one measurement of tasks that do nothing
 * @param rounds of each measurement
 * @param figures of each kind that are drawn in a round
 * @param tasks after which the memory of services is looked at
 * @param waiting clients that wait while others are served
 * @param backlog tasks without clients that wait while others are served
 */
record Lengths(
        Duration warmUp,
        Duration round,
        int rounds,
        int figures,
        long tasks,
        Duration soak,
        int waiting,
        int backlog,
        int starts) {

    static final Lengths FULL = new Lengths(
            Duration.ofSeconds(60), Duration.ofSeconds(4), 3, 40, 200_000, Duration.ofSeconds(60), 10_000, 100_000, 5);
    static final Lengths QUICK = new Lengths(
            Duration.ofSeconds(20), Duration.ofSeconds(2), 3, 12, 20_000, Duration.ofSeconds(15), 1_000, 10_000, 2);
}
