/** What a scheduler asks of Redis: lead, take events, apply decisions, publish estimates, look for the dead. */
package asyfleet.redis.scheduler;
