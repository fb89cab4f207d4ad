/**
 * The thin shell around the core: one thread takes events from Redis, asks the core, and writes what it decided.
 *
 * <p>{@code SchedulerLoop} owns the thread and waits. {@code Term} is the state of a scheduler while it leads; it is thrown
 * away and rebuilt from Redis, as a {@code Recovered}, whenever an outcome is unknown. Both reach Redis through a {@link
 * asyfleet.redis.scheduler.SchedulerStore}. {@code EstimatePublisher} is a second thread, for the estimates.
 */
package asyfleet.scheduler.loop;
