package asyfleet.ring.gateway;

import asyfleet.redis.connection.RedisAccess;
import java.util.Optional;

/**
 * The settings that a gateway has beside a manager's.
 *
 * @param redis of the fleet
 * @param bind where queue servers fetch tasks, with {@code /healthz}, {@code /readyz} and {@code /metrics}
 * @param advertisedHost where they reach that, if not where it listens
 */
public record GatewaySettings(RedisAccess redis, String bind, int port, Optional<String> advertisedHost) {}
