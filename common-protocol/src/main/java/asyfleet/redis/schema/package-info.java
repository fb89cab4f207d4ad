/** The names and records of the Redis schema that more than one role reads or writes. */
package asyfleet.redis.schema;
