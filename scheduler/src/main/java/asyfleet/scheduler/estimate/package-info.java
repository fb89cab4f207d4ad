/**
 * The estimates of how long a queued task will still wait.
 *
 * <p>{@link asyfleet.scheduler.estimate.Experience} learns how long tasks run and how often they arrive. {@link
 * asyfleet.scheduler.estimate.Estimator} lets the rule of {@code decide} run ahead on virtual time with those run times.
 * {@link asyfleet.scheduler.estimate.EstimateTracker} chooses the estimates that are news to the client.
 */
package asyfleet.scheduler.estimate;
