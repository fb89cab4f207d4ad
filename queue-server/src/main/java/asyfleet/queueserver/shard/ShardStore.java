package asyfleet.queueserver.shard;

import asyfleet.redis.queueserver.QueueServerStore;
import java.util.Optional;

/**
 * A shard for those who show the fleet in numbers.
 *
 * @param store empty while it is down
 */
public record ShardStore(String name, Optional<QueueServerStore> store) {}
