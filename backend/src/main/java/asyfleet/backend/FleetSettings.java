package asyfleet.backend;

import asyfleet.backend.claim.Patience;
import asyfleet.backend.serve.TaskServer;
import asyfleet.redis.connection.RedisAccess;

/**
 * The settings of a backend that joins a fleet.
 *
 * @param advertised where queue servers reach this process, if not where it listens
 */
public record FleetSettings(RedisAccess redis, TaskServer.Advertised advertised, Patience patience) {}
