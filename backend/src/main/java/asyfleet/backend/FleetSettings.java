package asyfleet.backend;

import asyfleet.backend.claim.Patience;
import asyfleet.backend.serve.TaskServer;
import asyfleet.config.Secret;

/**
 * The settings of a backend that joins a fleet.
 *
 * @param redisUrl where Redis is; a secret because it may hold a password
 * @param advertised where queue servers reach this process, if not where it listens
 */
public record FleetSettings(Secret redisUrl, TaskServer.Advertised advertised, Patience patience) {}
