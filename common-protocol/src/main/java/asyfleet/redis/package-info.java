/**
 * Everything that touches Redis, split by role. A service sees {@code connection}, {@code schema} and the package of its
 * own role:
 *
 * <ul>
 *   <li>queue server: {@code queueserver}, {@code reuse}, {@code apitask}, {@code limiter}
 *   <li>scheduler: {@code scheduler}
 *   <li>backend: {@code backend}
 * </ul>
 *
 * <p>Names of keys are in {@link asyfleet.redis.schema.RedisKeys} only. Each script is a file in {@code resources/lua} that
 * one class calls.
 */
package asyfleet.redis;
