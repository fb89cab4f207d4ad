package asyfleet.scheduler.loop;

import asyfleet.scheduler.decide.Rules;
import asyfleet.scheduler.estimate.Experience;
import asyfleet.scheduler.metrics.SchedulerMetrics;
import java.util.function.IntUnaryOperator;

/**
 * What outlives a term: settings, metrics, and what was learned of run times. Owned by the loop's thread.
 *
 * @param mostRunning how many tasks may run however many backends live
 * @param random gives a number from 0 below its argument
 */
record TermContext(
        Rules rules, int mostRunning, IntUnaryOperator random, Experience experience, SchedulerMetrics metrics) {}
