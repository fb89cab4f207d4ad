/**
 * The only door to Redis: key names, one class per Lua script, the connection.
 *
 * <p>Nothing outside this package names a key, evaluates a script or sees a Lettuce type, so the schema can be read here
 * from top to bottom.
 */
package asyfleet.redis;
