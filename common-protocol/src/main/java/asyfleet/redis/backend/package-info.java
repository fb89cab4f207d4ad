/** The backend's part of Redis: register slots, read and claim dispatched tasks, finish them or hand them back. */
package asyfleet.redis.backend;
