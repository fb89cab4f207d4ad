/**
 * The choice between shards, each a fleet of its own on a Redis of its own. Begin with
 * {@link asyfleet.queueserver.shard.ShardChoice}.
 */
package asyfleet.queueserver.shard;
