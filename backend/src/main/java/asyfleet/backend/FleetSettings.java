package asyfleet.backend;

import asyfleet.backend.claim.Patience;
import asyfleet.config.Secret;
import java.util.Optional;

/**
 * What an operator sets about the fleet that a backend joins.
 *
 * @param redisUrl where Redis is; a secret because it may hold a password
 * @param advertised where queue servers reach this process, if not where it listens
 */
public record FleetSettings(Secret redisUrl, Advertised advertised, Patience patience) {

    /** Empty: as it listens. */
    public record Advertised(Optional<String> host, Optional<Integer> port) {}
}
