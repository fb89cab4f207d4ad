/**
 * The scheduler's part of Redis: the store with the classes that call its scripts, the lease of the leader, and the wait
 * for events.
 */
package asyfleet.redis.scheduler;
