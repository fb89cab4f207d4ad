package asyfleet.queueserver;

import asyfleet.redis.connection.RedisMetrics;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/**
 * The metrics of a queue server's shards.
 *
 * @param redis of the ways to the Redis of each, together
 * @param up 1 for a shard that answers, else 0
 */
record ShardMetrics(RedisMetrics redis, Gauge up) {

    static ShardMetrics create(PrometheusRegistry registry) {
        Gauge up = Gauge.builder()
                .name("asyfleet_shard_up")
                .help("Whether a shard answers, by the address of its Redis; only with several shards")
                .labelNames("shard")
                .register(registry);
        return new ShardMetrics(new RedisMetrics(registry), up);
    }
}
