package asyfleet.redis.queueserver;

import asyfleet.redis.connection.Redis;
import asyfleet.redis.connection.Reply;
import asyfleet.redis.schema.PoolFigures;
import asyfleet.redis.schema.RedisKeys;
import asyfleet.redis.schema.StatsFields;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The command that reads {@link FleetStats}. Plain reads, pipelined: each number is true, and they are a moment apart
 * at most.
 */
public final class ReadStats {

    private final Redis redis;

    public ReadStats(Redis redis) {
        this.redis = redis;
    }

    public CompletionStage<FleetStats> run() {
        RedisAsyncCommands<String, byte[]> commands = redis.commands();
        CompletableFuture<Long> queued = future(commands.zcard(RedisKeys.QUEUE));
        CompletableFuture<Long> incoming = future(commands.llen(RedisKeys.INCOMING));
        CompletableFuture<Long> active = future(commands.hlen(RedisKeys.EXECUTING));
        CompletableFuture<Long> backends = future(commands.scard(RedisKeys.BACKEND_SET));
        CompletableFuture<Map<String, byte[]>> counters = future(commands.hgetall(RedisKeys.STATS));
        CompletableFuture<List<byte[]>> times =
                future(commands.lrange(RedisKeys.STATS_TIMES, 0, StatsFields.TIMES_KEPT - 1));
        CompletableFuture<Map<String, byte[]>> pools = future(commands.hgetall(RedisKeys.STATS_POOL));
        CompletableFuture<List<byte[]>> clock = future(commands.time());
        return CompletableFuture.allOf(queued, incoming, active, backends, counters, times, pools, clock)
                .thenApply(all -> new FleetStats(
                        queued.join() + incoming.join(),
                        active.join(),
                        backends.join(),
                        counter(counters.join(), StatsFields.COMPLETED),
                        counter(counters.join(), StatsFields.FAILED),
                        average(times.join()),
                        pool(
                                counters.join(),
                                pools.join(),
                                Reply.integer(clock.join().get(0)) * 1000)));
    }

    private static <T> CompletableFuture<T> future(CompletionStage<T> stage) {
        return stage.toCompletableFuture();
    }

    private static long counter(Map<String, byte[]> counters, String name) {
        byte[] value = counters.get(name);
        return value == null ? 0 : Reply.integer(value);
    }

    private static long average(List<byte[]> times) {
        return Math.round(times.stream().mapToLong(Reply::integer).average().orElse(0));
    }

    /** Totals of processes that are gone, and of those that live; only the living have active ones. */
    private static PoolFigures pool(Map<String, byte[]> counters, Map<String, byte[]> processes, long nowMillis) {
        PoolFigures sum = new PoolFigures(
                counter(counters, "poolCreated"),
                counter(counters, "poolReused"),
                counter(counters, "poolDeleted"),
                counter(counters, "poolRuns"),
                0);
        for (byte[] value : processes.values()) {
            sum = sum.plus(process(Reply.text(value).split(" "), nowMillis));
        }
        return sum;
    }

    private static PoolFigures process(String[] entry, long nowMillis) {
        PoolFigures process = figures(entry);
        return Long.parseLong(entry[0]) < nowMillis ? process.withoutActive() : process;
    }

    /** The figures that a process wrote of itself. The first part is the time until which it counts as living. */
    static PoolFigures figures(String[] entry) {
        return new PoolFigures(
                Long.parseLong(entry[1]),
                Long.parseLong(entry[2]),
                Long.parseLong(entry[3]),
                Long.parseLong(entry[4]),
                Long.parseLong(entry[5]));
    }
}
