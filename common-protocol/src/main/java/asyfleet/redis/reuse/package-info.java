/** The data that queue servers keep in Redis to save work: files, results, and the sessions of clients. */
package asyfleet.redis.reuse;
