/** The queue server's part of Redis: submit, follow, renew and withdraw tasks, keep its lease, read the statistics. */
package asyfleet.redis.queueserver;
