/**
 * The thin shell around the core: one thread takes events from Redis, asks the core, and writes what it decided.
 *
 * <p>{@code SchedulerLoop} owns the thread and waits; {@code Term} is all that a scheduler knows while it leads, and is
 * thrown away and rebuilt from Redis whenever an outcome is unknown; {@code SchedulerStore} is what a term asks of Redis.
 */
package asyfleet.scheduler.loop;
