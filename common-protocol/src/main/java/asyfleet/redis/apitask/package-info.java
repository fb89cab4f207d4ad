/** The asynchronous tasks of {@code /api/tasks}, which outlive the connection of their client. */
package asyfleet.redis.apitask;
