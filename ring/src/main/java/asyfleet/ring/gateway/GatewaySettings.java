package asyfleet.ring.gateway;

import asyfleet.config.Secret;
import java.util.Optional;

/**
 * The settings that a gateway has beside a manager's.
 *
 * @param redisUrl of the fleet; a secret because it may hold a password
 * @param bind where queue servers fetch tasks, with {@code /healthz}, {@code /readyz} and {@code /metrics}
 * @param advertisedHost where they reach that, if not where it listens
 */
public record GatewaySettings(Secret redisUrl, String bind, int port, Optional<String> advertisedHost) {}
