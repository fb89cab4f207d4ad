/**
 * The scheduler's part of Redis: the store with one class for each script, the lease of the leader, and the wait for
 * events.
 */
package asyfleet.redis.scheduler;
