/** The connection to Redis, and the way Lua scripts are called. Knows no key and no role. */
package asyfleet.redis.connection;
