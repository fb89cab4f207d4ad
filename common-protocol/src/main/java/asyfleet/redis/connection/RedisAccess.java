package asyfleet.redis.connection;

import asyfleet.config.Secret;
import java.time.Duration;

/**
 * The settings by which a service comes to its Redis.
 *
 * @param uri a secret because it may hold a password
 * @param patience how long a service that starts waits for a Redis that is away; zero for not at all
 */
public record RedisAccess(Secret uri, Duration patience) {}
