/**
 * The rule that decides who runs when, with no clock, no randomness and no Redis of its own.
 *
 * <p>{@link asyfleet.scheduler.decide.DecisionCore} takes events (a task arrived, a task ended, the fleet has so many
 * backends, time has passed) and answers with {@link asyfleet.scheduler.decide.Decision}s. The rule itself is
 * {@code Cycle}; everything else here keeps its questions cheap. Nothing in this package imports anything but
 * {@code java.*}, so that the service, the estimates and the simulation all run the very same rule.
 */
package asyfleet.scheduler.decide;
